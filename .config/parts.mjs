// A program in parts, so that a start reads little: `<name>.cjs`, which loads `<name>-<hash>.cjs`
// from beside it when something of that is asked for. Parts share what several of them hold.
//
// esbuild can split ES modules only, and then makes a file of everything that is ever imported
// lazily: some 150, of which a command would read 40. So lazy imports are led through two doors,
// `everyday` and `rest`, behind each of which everything stays as lazy as it was; and what esbuild
// has split becomes CommonJS afterwards.

import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { bundleOptions, inlineTexts } from "./bundle.mjs";

/** What every start may need: stands in the first file. */
const atOnce = ["cli/src/command/version.ts", "cli/src/render/paint.ts"];

/** What people and agents wait for many times a day. All else is read together with it. */
export const everyday = [
  ...["index", "read-trouble", "running", "writer"].map((name) => `packages/wiring/src/${name}.ts`),
  "cli/src/hook/open-hook-place.ts",
  "cli/src/running/say-trouble.ts",
  ...["cat", "diff", "list", "log", "oops", "redo", "restore", "status", "turns", "undo"].map(
    (name) => `cli/src/command/${name}.ts`,
  ),
];

/** The files of a program in parts: `text` by name. `inputs` are the sources they are made of. */
export async function buildParts(esbuild, root, main, name) {
  const options = bundleOptions(root, main, "unused");
  const { metafile } = await esbuild.build({ ...options, write: false });
  const doors = doorsOf(metafile.inputs);
  const { plugins, supported, outfile, ...rest } = options;
  const { outputFiles } = await esbuild.build({
    ...rest,
    entryPoints: { [name]: main },
    outdir: root,
    outExtension: { ".js": ".cjs" },
    chunkNames: `${name}-[hash]`,
    write: false,
    format: "esm",
    splitting: true,
    plugins: [leadThroughDoors(root, doors), loadWhenNeeded(options.external), ...plugins],
  });
  const files = new Map();
  for (const file of outputFiles) {
    const { code } = await esbuild.transform(file.text, {
      format: "cjs",
      platform: options.platform,
      target: options.target,
      supported,
    });
    files.set(relative(root, file.path), code);
  }
  return { files, inputs: metafile.inputs };
}

/** By source, where each of its lazy imports leads; both as paths below the root. */
function doorsOf(inputs) {
  const lazy = (source) =>
    source.imports
      .filter(({ kind, external }) => kind === "dynamic-import" && !external)
      .map(({ original, path }) => [original, path]);
  return new Map(Object.entries(inputs).map(([path, source]) => [path, new Map(lazy(source))]));
}

function leadThroughDoors(root, doors) {
  const targets = new Set([...doors.values()].flatMap((lazy) => [...lazy.values()]));
  const behind = (door) => [...targets].filter((target) => doorOf(target) === door);
  return {
    name: "lead-through-doors",
    setup(build) {
      build.onResolve({ filter: /^door:/ }, ({ path }) => ({ path, namespace: "door" }));
      build.onLoad({ filter: /^door:/, namespace: "door" }, ({ path }) => ({
        contents: renderDoor(root, path, behind(path)),
        resolveDir: root,
      }));
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const lazy = doors.get(relative(root, path));
        const source = inlineTexts(readFileSync(path, "utf8"), path);
        const contents = source.replace(lazyImport, (words, original) =>
          lazy?.has(original) ? renderLazy(root, lazy.get(original)) : words,
        );
        return { contents, loader: "ts", resolveDir: dirname(path) };
      });
    },
  };
}

/**
 * Modules of Node and of npm, as CommonJS modules of our own that do nothing but load them. As ES
 * modules a file would import all of them as soon as it is read; so each is loaded by the first
 * module that runs and imports it.
 */
function loadWhenNeeded(external) {
  const isOutside = (path) =>
    isBuiltin(path) || external.some((name) => path === name || path.startsWith(`${name}/`));
  return {
    name: "load-when-needed",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === "import-statement" && isOutside(path) ? { path, namespace: "outside" } : undefined,
      );
      build.onLoad({ filter: /^/, namespace: "outside" }, ({ path }) => {
        const load = `require(${JSON.stringify(path)})`;
        // esbuild copies what it can enumerate, at which Node loads what it keeps for later: so
        // names are found in the prototype. `process` is imported as a whole, and has a state.
        const isCopied = !isBuiltin(path) || path === "node:process";
        return { contents: `module.exports = ${isCopied ? load : `Object.create(${load})`};` };
      });
    },
  };
}

/** Also where the formatter puts it on lines of its own. */
const lazyImport = /(?<!typeof )\bimport\(\s*"([^"]+)",?\s*\)/g;

function doorOf(target) {
  if (atOnce.includes(target)) return undefined;
  return everyday.includes(target) ? "door:everyday" : "door:rest";
}

/** `require` keeps a module in this file and yet runs it only when it is asked for. */
function renderLazy(root, target) {
  const door = doorOf(target);
  if (door === undefined) return `Promise.resolve().then(() => ${renderRequire(root, target)})`;
  return `import("${door}").then(({ open }) => open[${JSON.stringify(target)}]())`;
}

/**
 * The rest brings the everyday part along: a program that runs for long, as `unf mcp` does, has then
 * read all of itself, and is not disturbed when the package is replaced by a newer one.
 */
function renderDoor(root, door, targets) {
  const rows = targets.map((one) => `${JSON.stringify(one)}: () => ${renderRequire(root, one)},`);
  const first = door === "door:rest" ? 'import "door:everyday";' : "";
  return [first, "export const open = {", ...rows, "};"].join("\n");
}

function renderRequire(root, target) {
  return `require(${JSON.stringify(join(root, target))})`;
}
