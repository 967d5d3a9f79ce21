// Makes one executable of all programs with Bun: cli/dist/package/unf, for the platform that it runs on.
//
//   node .config/package/package.mjs [--out <directory>] [--dist <directory>] [--archive [--from <URL>]]
//
// It is made of the very files that `build.mjs` makes for Node, anew unless `--dist` names them. What is
// different in it is the runtime's own folder, packages/system/src/runtime, which says how programs
// start and where native code comes from.

import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildWhole } from "../parts.mjs";
import { archive, completions } from "./archive.mjs";
import { collectLicences } from "./licences.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const { values } = parseArgs({
  options: {
    out: { type: "string" },
    dist: { type: "string" },
    archive: { type: "boolean" },
    from: { type: "string" },
  },
});
const out = resolve(values.out ?? join(root, "cli/dist/package"));
const work = join(root, "node_modules/.cache/package", String(process.pid));

/** Programs, by the word that has the executable play them. The library is none. */
const programs = ["unf", "hook", "daemon", "sentinel"];

/** By platform of Node: Bun's package, Node's file, and the native files, by the name under which they are asked for. */
const platforms = {
  "linux-x64": { bun: "@oven/bun-linux-x64", ...partsOf("x64") },
  "linux-arm64": { bun: "@oven/bun-linux-aarch64", ...partsOf("arm64") },
};

function partsOf(cpu) {
  const natives = {
    "better-sqlite3": `better-sqlite3/prebuilds/linux-${cpu}.node`,
    // Its JavaScript finds this file, and warns of what unf does not use.
    koffi: `@koromix/koffi-linux-${cpu}/linux_${cpu}/koffi.node`,
    [`@parcel/watcher-linux-${cpu}-glibc`]: `@parcel/watcher-linux-${cpu}-glibc/watcher.node`,
  };
  return { natives, node: join(root, `node_modules/node-linux-${cpu}/bin/node`) };
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

/** The programs for Node, in `work/dist`. */
function bringPrograms() {
  const to = join(work, "dist");
  const isProgram = (path) => path !== join(resolve(values.dist), "package");
  if (values.dist !== undefined) {
    cpSync(values.dist, to, { recursive: true, filter: isProgram });
    return;
  }
  const build = [join(root, ".config/build.mjs"), "--out", to];
  execFileSync(process.execPath, build, { stdio: ["ignore", "ignore", "inherit"] });
}

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

/** By the name that a program of the background asks Node for, the file beside it that this is. */
const besideBackground = {
  koffi: "./koffi.node",
  chokidar: "./chokidar.cjs",
  "file-type": "./file-type.cjs",
  "@parcel/watcher": "./watcher.cjs",
  [blake3]: "./blake3.cjs",
};

/** Those of them that are packages, as one file each. */
const packages = { chokidar: "chokidar", "file-type": "file-type", watcher: "@parcel/watcher" };

/** The programs that Node runs in the background, and all files that they load, in `work/background`. */
async function writeBackground(esbuild) {
  const to = join(work, "background");
  mkdirSync(to);
  for (const name of ["daemon", "sentinel"]) {
    const text = readFileSync(join(work, "dist", `${name}.cjs`), "utf8");
    const carried = `globalThis.unfCarried = (name) => require(\`./\${name}.node\`);`;
    const strict = /^"use strict";/.exec(text)?.[0] ?? "";
    const own = Object.entries(besideBackground).reduce((now, [asked, file]) => {
      const call = new RegExp(`\\(\\s*${words(asked).replaceAll(/[/.]/g, "\\$&")},?\\s*\\)`, "g");
      return now.replaceAll(call, `(${words(file)})`);
    }, text);
    writeFileSync(join(to, `${name}.cjs`), `${strict}${carried}\n${own.slice(strict.length)}`);
  }
  for (const [name, from] of Object.entries(packages)) {
    const options = { bundle: true, platform: "node", format: "cjs", target: "node24" };
    const stdin = { contents: `module.exports = require(${words(from)});`, resolveDir: root };
    const built = await esbuild.build({ ...options, stdin, minifyWhitespace: true, write: false });
    const text = built.outputFiles[0].text.replace("require(name)", 'require("./watcher.node")');
    if (name === "watcher" && !text.includes('"./watcher.node"')) fail(`${from} loads another way`);
    writeFileSync(join(to, `${name}.cjs`), text);
  }
  copyFileSync(inNodeModules(blake3), join(to, "blake3.cjs"));
  const wasm = blake3.replace("_js.js", "_js_bg.wasm");
  copyFileSync(inNodeModules(wasm), join(to, basename(wasm)));
  for (const [name, path] of Object.entries(platform.natives)) {
    const file = name.startsWith("@parcel/") ? "watcher" : name;
    copyFileSync(inNodeModules(path), join(to, `${file}.node`));
  }
}

/** Text of the list of them, each of which is carried as it is. */
function listBackground() {
  const names = readdirSync(join(work, "background")).sort();
  const rows = names.map((name, index) => {
    const bytes = readFileSync(join(work, "background", name));
    const file = `background-${index}.bin`;
    writeFileSync(join(work, file), bytes);
    return [name, digestOf(bytes), `require(${words(`./${file}`)})`];
  });
  const files = rows.map(
    ([name, digest, file]) => `${words(name)}: { file: ${file}, digest: ${words(digest)} }`,
  );
  const all = digestOf(JSON.stringify(rows.map(([name, digest]) => [name, digest])));
  const nodeBytes = statSync(join(work, "unf-node")).size;
  return `{ nodeBytes: ${nodeBytes}, digest: ${words(all)}, files: { ${files.join(", ")} } }`;
}

/** Text of the list of the page's files. Each is carried as it is, and looked up only by who serves it. */
function listPage() {
  const directory = join(work, "dist/ui");
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  if (!paths.includes(join(directory, "index.html"))) fail("the page of unf ui is not built");
  const rows = paths.sort().map((path, index) => {
    copyFileSync(path, join(work, `page-${index}.bin`));
    const address = `/${relative(directory, path).split(sep).join("/")}`;
    return `${words(address)}: require(${words(`./page-${index}.bin`)})`;
  });
  return `() => ({ ${rows.join(", ")} })`;
}

function digestOf(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Copies a file that is carried as it is, under a name of its own; gives the text that stands for its path. */
function carry(path, name) {
  copyFileSync(inNodeModules(path), join(work, name));
  return `require(${words(`./${name}`)})`;
}

function carryNative([name, path], index) {
  const digest = digestOf(readFileSync(inNodeModules(path)));
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

async function writeMain(esbuild, natives) {
  const main = join(root, "packages/system/src/runtime/executable/main.ts");
  const { files } = await buildWhole(esbuild, root, main, "runtime", false);
  writeFileSync(join(work, "dist/runtime.cjs"), files.get("runtime.cjs"));
  prepare("runtime.cjs");
  const lazily = (name, file) => `${words(name)}: () => require(${words(file)})`;
  const text = [
    // As for Node, a program of its own; the runtime's folder takes longer to load than that.
    'if (process.argv.length === 3 && process.argv[2] === "--version") require("./version.cjs");',
    'else require("./runtime.cjs").runExecutable({',
    `programs: { ${programs.map((name) => lazily(name, `./${name}.cjs`)).join(", ")} },`,
    `commands: { ${commandFiles()
      .map((pair) => lazily(...pair))
      .join(", ")} },`,
    `modules: { ${[...modules.map((name) => lazily(name, name)), lazily(blake3, "./blake3.cjs")].join(", ")} },`,
    `natives: { ${Object.entries(natives).map(carryNative).join(", ")} },`,
    `page: ${listPage()},`,
    `background: ${listBackground()},`,
    "});",
  ];
  writeFileSync(join(work, "unf-main.cjs"), text.join("\n"));
}

/** Without the names of its functions, where there is something to take them out: a seventh of it. */
function copyNode() {
  const to = join(work, "unf-node");
  const { status } = spawnSync("strip", ["-o", to, platform.node], { stdio: "ignore" });
  if (status !== 0) copyFileSync(platform.node, to, constants.COPYFILE_FICLONE);
}

/** The packages that people install, beside the executable. */
function writeArchives() {
  const runtimes = [platform.bun, `node-${process.platform}-${process.arch}`];
  const dist = join(work, "dist");
  cpSync(join(dist, "man"), join(out, "man"), { recursive: true });
  mkdirSync(join(out, "completions"), { recursive: true });
  for (const [shell, [file]] of Object.entries(completions)) {
    const script = execFileSync(process.execPath, [join(dist, "unf.cjs"), "completion", shell]);
    writeFileSync(join(out, "completions", file), script);
  }
  const scripts = readdirSync(dist).filter((name) => name.endsWith(".cjs"));
  const bundles = scripts.map((name) => readFileSync(join(dist, name), "utf8"));
  writeFileSync(join(out, "LICENSES"), collectLicences(root, runtimes, bundles));
  const { version } = JSON.parse(readFileSync(join(root, "cli/package.json"), "utf8"));
  const facts = { directory: out, version, cpu: process.arch, from: values.from };
  for (const name of archive(facts)) {
    const size = Math.ceil(statSync(join(out, name)).size / 1024 / 1024);
    console.log(`built    ${relative(process.cwd(), join(out, name))}  ${size} MiB`);
  }
}

const platform = platforms[`${process.platform}-${process.arch}`];
if (platform === undefined) fail(`not for ${process.platform}-${process.arch}`);
const bun = inNodeModules(`${platform.bun}/bin/bun`);
for (const file of [bun, platform.node])
  if (!existsSync(file)) fail(`${relative(root, file)} is not installed (npm ci)`);
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
try {
  bringPrograms();
  for (const name of readdirSync(join(work, "dist"))) if (name.endsWith(".cjs")) prepare(name);
  writeBlake3();
  const esbuild = await import("esbuild");
  copyNode();
  await writeBackground(esbuild);
  await writeMain(esbuild, platform.natives);
  const made = join(work, "unf");
  const options = [
    ...["build", "--compile", "--bytecode", "--format=cjs", "--target=bun", "--loader=.bin:file"],
    // Files of whatever directory it is started in would otherwise reach a program of the user's.
    ...["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
    ...[`--outfile=${made}`, join(work, "unf-main.cjs")],
  ];
  execFileSync(bun, options, { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
  mkdirSync(out, { recursive: true });
  renameSync(join(work, "unf-node"), join(out, "unf-node"));
  renameSync(made, join(out, "unf"));
  const size = Math.ceil(statSync(join(out, "unf")).size / 1024 / 1024);
  console.log(`built    ${relative(process.cwd(), join(out, "unf"))}  ${size} MiB`);
  if (values.archive) writeArchives();
} finally {
  rmSync(work, { recursive: true, force: true });
}
