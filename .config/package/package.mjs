// Makes one executable of all programs with Bun: cli/dist/package/unf, for the platform that it runs on.
//
//   node .config/package/package.mjs [--out <directory>]
//
// It is made of the very files that `build.mjs` makes for Node. What is different in it is the runtime's
// own folder, packages/system/src/runtime, which says how programs start and where native code comes from.

import { execFileSync } from "node:child_process";
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
import { buildWhole } from "../parts.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? join(root, "cli/dist/package"));
const work = join(root, "node_modules/.cache/package", String(process.pid));

/** Programs, by the word that has the executable play them. The library is none. */
const programs = ["unf", "hook", "daemon", "sentinel"];

/** By platform of Node: Bun's package, and the native files, by the name under which they are asked for. */
const platforms = {
  "linux-x64": { bun: "@oven/bun-linux-x64", natives: nativesOf("x64") },
  "linux-arm64": { bun: "@oven/bun-linux-aarch64", natives: nativesOf("arm64") },
};

function nativesOf(cpu) {
  return {
    "better-sqlite3": `better-sqlite3/prebuilds/linux-${cpu}.node`,
    // Its JavaScript finds this file, and warns of what unf does not use.
    koffi: `@koromix/koffi-linux-${cpu}/linux_${cpu}/koffi.node`,
    [`@parcel/watcher-linux-${cpu}-glibc`]: `@parcel/watcher-linux-${cpu}-glibc/watcher.node`,
  };
}

/** Packages that are asked for at run time, in ways in which Bun does not see them. */
const modules = ["@parcel/watcher", "chokidar", "chrono-node/en", "file-type"];

/** Found at run time too, and brought along with the WebAssembly that it reads from beside it. */
const blake3 = "blake3/dist/wasm/nodejs/blake3_js.js";

const inNodeModules = (path) => join(root, "node_modules", path);
const words = (text) => JSON.stringify(text);

function fail(why) {
  console.error(`FAILED   the executable: ${why}`);
  process.exit(1);
}

const place = (name) => `/$bunfs/dist/${name}`;

/**
 * Bun puts the path of a file, as it is here, for two names. In the executable they name a file that it
 * carries, by which the program knows where it runs. And Bun carries what it sees a program require, which
 * esbuild has led through a function of its own where it split one.
 */
function prepare(name) {
  const text = unwrap(readFileSync(join(work, "dist", name), "utf8"))
    .replaceAll(/\b__require\("/g, 'require("')
    // Loading that module takes a tenth of a command's start there.
    .replaceAll(
      'require("node:url").pathToFileURL(__filename).href',
      words(`file://${place(name)}`),
    );
  const names = `const __filename = ${words(place(name))}, __dirname = "/$bunfs/dist";`;
  const strict = /^(?:\/\*[0-9a-f]+\*\/)?"use strict";/.exec(text)?.[0] ?? "";
  writeFileSync(join(work, name), `${strict}${names}${text.slice(strict.length)}`);
}

/** Files that the launcher compiles itself are one function, whose body this gives: Bun makes its own. */
function unwrap(text) {
  const wrapped = /^\/\*[0-9a-f]+\*\/\(function \([\w, ]+\) \{ (.*)\n\}\)\s*$/s.exec(text);
  return wrapped?.[1] ?? text;
}

/** Copies a file that is carried as it is, under a name of its own; gives the text that stands for its path. */
function carry(path, name) {
  copyFileSync(inNodeModules(path), join(work, name));
  return `require(${words(`./${name}`)})`;
}

function carryNative([name, path], index) {
  const digest = createHash("sha256")
    .update(readFileSync(inNodeModules(path)))
    .digest("hex");
  return `${words(name)}: { file: ${carry(path, `native-${index}.bin`)}, digest: ${words(digest)} }`;
}

function writeBlake3() {
  const read = "const path = require('path').join(__dirname, 'blake3_js_bg.wasm');";
  const text = readFileSync(inNodeModules(blake3), "utf8");
  if (!text.includes(read)) fail(`${blake3} finds its WebAssembly in another way`);
  const wasm = carry(blake3.replace("_js.js", "_js_bg.wasm"), "blake3.bin");
  writeFileSync(join(work, "blake3.cjs"), text.replace(read, `const path = ${wasm};`));
}

/** The file of each command that stands in one of its own, by each of its names: the launcher's own table. */
function commandFiles() {
  const launcher = readFileSync(join(root, "cli/bin/unf.js"), "utf8");
  const table = /^const alone = \{\n((?: {2}\w+: "\w+",\n)+)\};$/m.exec(launcher)?.[1];
  if (table === undefined) fail("the launcher has no table of commands");
  const names = [...table.matchAll(/(\w+): "(\w+)"/g)];
  return names.map(([, word, command]) => [word, `./unf-${command}.cjs`]);
}

async function writeMain(natives) {
  const esbuild = await import("esbuild");
  const main = join(root, "packages/system/src/runtime/executable/main.ts");
  const { files } = await buildWhole(esbuild, root, main, "runtime", false);
  writeFileSync(join(work, "dist/runtime.cjs"), files.get("runtime.cjs"));
  prepare("runtime.cjs");
  const lazily = (name, file) => `${words(name)}: () => require(${words(file)})`;
  const text = [
    'const { runExecutable } = require("./runtime.cjs");',
    "runExecutable({",
    `programs: { ${programs.map((name) => lazily(name, `./${name}.cjs`)).join(", ")} },`,
    `commands: { ${commandFiles()
      .map((pair) => lazily(...pair))
      .join(", ")} },`,
    `modules: { ${[...modules.map((name) => lazily(name, name)), lazily(blake3, "./blake3.cjs")].join(", ")} },`,
    `natives: { ${Object.entries(natives).map(carryNative).join(", ")} },`,
    "});",
  ];
  writeFileSync(join(work, "unf-main.cjs"), text.join("\n"));
}

const platform = platforms[`${process.platform}-${process.arch}`];
if (platform === undefined) fail(`not for ${process.platform}-${process.arch}`);
const bun = inNodeModules(`${platform.bun}/bin/bun`);
if (!existsSync(bun)) fail(`${platform.bun} is not installed (npm ci)`);
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
try {
  const build = [join(root, ".config/build.mjs"), "--out", join(work, "dist")];
  execFileSync(process.execPath, build, { stdio: ["ignore", "ignore", "inherit"] });
  for (const name of readdirSync(join(work, "dist"))) if (name.endsWith(".cjs")) prepare(name);
  writeBlake3();
  await writeMain(platform.natives);
  const made = join(work, "unf");
  const options = [
    ...["build", "--compile", "--bytecode", "--format=cjs", "--target=bun", "--loader=.bin:file"],
    // Files of whatever directory it is started in would otherwise reach a program of the user's.
    ...["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
    ...[`--outfile=${made}`, join(work, "unf-main.cjs")],
  ];
  execFileSync(bun, options, { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
  mkdirSync(out, { recursive: true });
  renameSync(made, join(out, "unf"));
  const size = Math.ceil(statSync(join(out, "unf")).size / 1024 / 1024);
  console.log(`built    ${relative(process.cwd(), join(out, "unf"))}  ${size} MiB`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
