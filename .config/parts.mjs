// The files of a program: one, or several, so that a start reads little.
//
// In parts a program is `<name>.cjs`, which loads `<name>-<hash>.cjs` from beside it when something of
// that is asked for. Parts share what several of them hold. esbuild can split ES modules only, and then
// makes a file of everything that is ever imported lazily: some 150, of which a command would read 40.
// So lazy imports are led through two doors, `everyday` and `rest`; and what esbuild has split becomes
// CommonJS afterwards.

import { join, relative } from "node:path";
import { bundleOptions } from "./bundle.mjs";
import { toCommonJs } from "./common-js.mjs";
import { flatten } from "./flatten.mjs";

/** Modules that any start may need: they stand in the first file. */
const atOnce = ["cli/src/version/version.ts", "cli/src/frame/print/paint.ts"];

/** Modules that every command needs which looks at recordings. */
const always = [
  "packages/wiring/src/index.ts",
  "packages/wiring/src/read/read-trouble.ts",
  "packages/system/src/index.ts",
  "packages/system/src/content/digest.ts",
  "cli/src/hook/open-hook-place.ts",
  "cli/src/running/say-trouble.ts",
  "node_modules/smol-toml/dist/index.js",
];

const writing = ["packages/wiring/src/work/writer.ts"];
const planning = ["packages/wiring/src/read/plans.ts"];
const running = ["packages/wiring/src/running/running.ts"];

/** Commands that stand in a file of their own, and what they need beside \`always\`. */
export const alone = {
  cat: ["cli/src/cat/cat.ts"],
  checkpoint: ["cli/src/checkpoint/checkpoint.ts", ...writing, ...running],
  complete: ["cli/src/complete.ts"],
  config: ["cli/src/config/config.ts"],
  deleted: ["cli/src/deleted/deleted.ts", ...planning, ...writing],
  diff: ["cli/src/diff/diff.ts"],
  du: ["cli/src/du/du.ts"],
  flush: ["cli/src/flush/flush.ts", ...writing],
  list: ["cli/src/list/list.ts", ...running],
  log: ["cli/src/log/log.ts"],
  oops: ["cli/src/oops/oops.ts", ...planning, ...writing],
  recap: ["cli/src/recap/recap.ts", "cli/src/frame/terminal/ask-program.ts"],
  redo: ["cli/src/undo/redo.ts", ...planning, ...writing],
  restore: ["cli/src/restore/restore.ts", ...planning, ...writing],
  status: [
    "cli/src/status/status.ts",
    "packages/wiring/src/maintenance/over-home.ts#readSearches",
    ...running,
  ],
  turns: ["cli/src/turns/turns.ts"],
  undo: ["cli/src/undo/undo.ts", ...planning, ...writing],
};

/**
 * Modules behind the commands that people and agents wait for many times a day. All else is read
 * together with them.
 */
export const everyday = [
  ...["index", "read/plans", "read/read-trouble", "running/running", "work/writer"].map(
    (name) => `packages/wiring/src/${name}.ts`,
  ),
  "cli/src/hook/open-hook-place.ts",
  "cli/src/running/say-trouble.ts",
  ...["cat", "diff", "list", "log", "oops", "restore", "status", "turns", "undo"].map(
    (name) => `cli/src/${name}/${name}.ts`,
  ),
  "cli/src/undo/redo.ts",
];

/**
 * A program in one file: its `files` (`text` by name) and the `inputs` they are made of. `isTight`: without
 * comments and spaces, of which there is a third otherwise.
 */
export async function buildWhole(esbuild, root, main, name, isTight) {
  const options = bundleOptions(root, main, join(root, `${name}.cjs`));
  const { inputs } = (await esbuild.build({ ...options, write: false })).metafile;
  const plugins = [flatten(root, inputs, () => undefined), ...options.plugins];
  const minifyWhitespace = isTight;
  const built = await esbuild.build({ ...options, minifyWhitespace, plugins, write: false });
  return { files: new Map([[`${name}.cjs`, built.outputFiles[0].text]]), inputs };
}

/** The same in parts. `doors`: the file behind each. */
export async function buildParts(esbuild, root, main, name) {
  const options = bundleOptions(root, main, "unused");
  const { inputs } = (await esbuild.build({ ...options, write: false })).metafile;
  const { plugins, supported: _, outfile: __, ...rest } = options;
  const { outputFiles, metafile } = await esbuild.build({
    ...rest,
    entryPoints: { [name]: main },
    outdir: root,
    outExtension: { ".js": ".cjs" },
    chunkNames: `${name}-[hash]`,
    write: false,
    format: "esm",
    splitting: true,
    // A text of several lines stands in one, so that none of its lines looks like a statement.
    supported: { "template-literal": false },
    plugins: [flatten(root, inputs, doorOf), ...plugins],
  });
  const texts = outputFiles.map(({ path, text }) => [relative(root, path), text]);
  const names = texts.map(([file]) => file);
  const files = new Map(texts.map(([file, text]) => [file, toCommonJs(text, file, names)]));
  const doors = new Map(
    Object.entries(metafile.outputs).flatMap(([file, { entryPoint = "" }]) =>
      entryPoint.startsWith("door:door:") ? [[entryPoint.slice(5), file]] : [],
    ),
  );
  return { files, inputs, doors };
}

/**
 * One command in a file of its own, with what it needs each time and nothing else: `targets` of lazy
 * imports stand in it, all others lead into the parts of the whole program.
 */
export async function buildAlone(esbuild, root, main, { inputs, doors }, targets) {
  const options = bundleOptions(root, main, "unused");
  const inside = new Set([...atOnce, ...always, ...targets]);
  const plugins = [
    doorsOutside(doors),
    flatten(root, inputs, (target, name) =>
      inside.has(target) || inside.has(`${target}#${name}`) ? undefined : doorOf(target),
    ),
    ...options.plugins,
  ];
  const { outputFiles, metafile } = await esbuild.build({
    ...options,
    minifyWhitespace: true,
    minifySyntax: true,
    plugins,
    write: false,
  });
  return { text: outputFiles[0].text, inputs: metafile.inputs, outputs: metafile.outputs };
}

function doorsOutside(doors) {
  const setup = (build) => {
    build.onResolve({ filter: /^door:/ }, ({ path }) => ({
      path: `./${doors.get(path)}`,
      external: true,
    }));
  };
  return { name: "doors-outside", setup };
}

/** Bring a library along that nothing else needs. */
const apart = ["packages/answers/src/schemas.ts", "packages/ui/src/index.ts"];

function doorOf(target) {
  if (atOnce.includes(target)) return undefined;
  if (apart.includes(target)) return "door:apart";
  return everyday.includes(target) ? "door:everyday" : "door:rest";
}
