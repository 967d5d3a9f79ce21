// Bundles the programs, the hook, the server for agents and the library into cli/dist: what the published package runs.
// Sources never need it.
//
//   node .config/build.mjs [--out <directory>]
//
// Runs on Node 20 too, because `npm ci` runs it (as `prepare`) with whatever Node is installed.
// A program whose sources are not there is skipped with a message.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inAscii } from "./common-js.mjs";
import { alone, buildAlone, buildParts, buildWhole } from "./parts.mjs";
import { buildPage } from "./web.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const entries = {
  unf: "cli/src/main.ts",
  hook: "cli/src/hook-run/main.ts",
  prompt: "cli/src/prompt/main.ts",
  version: "cli/src/version/main.ts",
  daemon: "daemon/src/main.ts",
  sentinel: "sentinel/src/main.ts",
  client: "packages/client/src/index.ts",
  mcp: "packages/mcp/src/index.ts",
};

/** The program that a person waits for is built in parts, of which a command reads what it needs. */
const inParts = ["unf"];

/** An agent waits for each of its calls, and a person for the shell's next prompt. */
const tight = ["hook", "prompt"];

/** The launcher keeps what was compiled of them, as of commands that stand alone. */
const stamped = ["prompt"];

/** Beside `client.cjs`, and named so that it describes a CommonJS file. It imports nothing. */
const declarations = { from: "packages/client/src/public.ts", to: "client.d.cts" };

const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? join(root, "cli/dist"));

// Absent when only a lock file is made or development packages were left out: not an error then.
const esbuild = await import("esbuild").catch((thrown) => {
  if (thrown.code === "ERR_MODULE_NOT_FOUND") return undefined;
  throw thrown;
});

/** Files that would be looked for beside the bundle and are not there. */
function strayReads(bundle) {
  return [...bundle.matchAll(/new URL\(\s*"([^"]+\.(?:sql|ts))"/g)].map((match) => match[1]);
}

/** The licences of the npm packages that a bundle holds, as a comment for its end. */
function licences(inputs) {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [],
  );
  return [...new Set(folders)].sort().map((folder) => {
    const at = join(root, folder);
    const { name, version, license } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
    const file = readdirSync(at).find((entry) => /^licen[cs]e([.-]|$)/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence to bundle it with`);
    const text = readFileSync(join(at, file), "utf8").trim().replaceAll("*/", "* /");
    return `/*! ${name} ${version} (${license})\n\n${text}\n*/\n`;
  });
}

/** Renamed when it is complete: a program may start while its bundle is made anew. */
function place(name, text) {
  const stray = strayReads(text);
  if (stray.length > 0)
    throw new Error(`reads ${stray.join(", ")} at run time, which no bundle contains`);
  const unfinished = join(out, `${name}.${process.pid}.new`);
  writeFileSync(unfinished, text);
  renameSync(unfinished, join(out, name));
}

/**
 * As the launcher runs it: a function that takes what CommonJS names, behind a digest by which is known
 * that compiled code is of this very text. To join it there would copy all of it once more.
 */
function stamp(printed) {
  const text = inAscii(printed);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 32);
  return `/*${digest}*/(function (exports, require, module, __filename, __dirname) { ${text}\n})\n`;
}

async function bundle(name, main) {
  const isTight = tight.includes(name);
  const { files, inputs } = await buildWhole(esbuild, root, main, name, isTight);
  const text = files.get(`${name}.cjs`) + licences(inputs).join("");
  place(`${name}.cjs`, stamped.includes(name) ? stamp(text) : text);
  return [`${name}.cjs`];
}

/** The parts first: whoever reads the new program finds them. Then those of the old one go. */
async function bundleInParts(name, main) {
  const parts = await buildParts(esbuild, root, main, name);
  const { files, inputs } = parts;
  const first = `${name}.cjs`;
  for (const [command, targets] of Object.entries(alone)) {
    if (!targets.every((target) => target.replace(/#.*/, "") in inputs)) continue;
    const built = await buildAlone(esbuild, root, main, parts, targets);
    files.set(`${name}-${command}.cjs`, stamp(built.text));
  }
  files.set(first, files.get(first) + licences(inputs).join(""));
  for (const [file, text] of files) if (file !== first) place(file, text);
  place(first, files.get(first));
  const stale = (file) => file.startsWith(`${name}-`) && !files.has(file);
  for (const file of readdirSync(out).filter(stale)) rmSync(join(out, file));
  return [...files.keys()];
}

if (esbuild === undefined) {
  console.log("skipped  the build: esbuild is not installed");
  process.exit(0);
}
mkdirSync(out, { recursive: true });
// The published package holds the licence too; npm takes it only from the package's own folder.
if (values.out === undefined) copyFileSync(join(root, "LICENSE"), join(root, "cli/LICENSE"));
for (const [name, entry] of Object.entries(entries)) {
  const main = join(root, entry);
  const shown = `${relative(process.cwd(), join(out, `${name}.cjs`))}`;
  if (!existsSync(main)) {
    rmSync(join(out, `${name}.cjs`), { force: true });
    console.log(`skipped  ${shown}  (no ${entry})`);
    continue;
  }
  try {
    const files = await (inParts.includes(name) ? bundleInParts : bundle)(name, main);
    const bytes = files.reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
    const parts = files.length === 1 ? "" : ` in ${files.length} files`;
    console.log(`built    ${shown}  ${Math.ceil(bytes / 1024)} KiB${parts}`);
  } catch (thrown) {
    // esbuild has already printed what is wrong with the sources. No older bundle passes for the new.
    rmSync(join(out, `${name}.cjs`), { force: true });
    console.error(`FAILED   ${shown}  ${name}: ${thrown.message.split("\n")[0]}`);
    process.exitCode = 1;
  }
}
try {
  const page = await buildPage(root, join(out, "ui"));
  const shown = relative(process.cwd(), join(out, "ui"));
  const bytes = page?.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(
    page === undefined
      ? `skipped  ${shown}  (vite is not installed)`
      : `built    ${shown}  ${Math.ceil(bytes / 1024)} KiB in ${page.length} files`,
  );
} catch (thrown) {
  rmSync(join(out, "ui"), { recursive: true, force: true });
  console.error(`FAILED   the page: ${thrown.message}`);
  process.exitCode = 1;
}
/** Written by the program itself, out of its help: the manual, and the words that shells complete. */
const written = [
  { what: "manual", place: "man", argv: ["man", "--quiet", "--dir"] },
  { what: "table of words", place: "complete.json", argv: ["complete", "--table"] },
];
for (const { what, place: name, argv } of process.exitCode === undefined ? written : []) {
  const at = join(out, name);
  rmSync(at, { recursive: true, force: true });
  const words = [join(out, "unf.cjs"), ...argv, at];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  if (status !== 0) {
    console.error(`FAILED   the ${what}: ${stderr.trim()}`);
    process.exitCode = 1;
  }
}
const declared = join(root, declarations.from);
if (existsSync(declared)) copyFileSync(declared, join(out, declarations.to));
