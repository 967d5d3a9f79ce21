// One program as one CommonJS file. Runs on Node 20 too, because `npm ci` runs it (as part of `prepare`).
//
//   node .config/bundle.mjs <root> <main> <outfile>
//
// bundles a program of the tree at <root>, as tests do with theirs: as an ES module, because those
// wait at the top level; or, where <outfile> ends in .js, as what `kept.cjs` runs.

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { inAscii, toCommonJs } from "./common-js.mjs";

/** Parts that a bundle loads from the file beside it: few runs need them, and they are large. */
export const beside = { "@unf/mcp": "./mcp.cjs" };

/** `readFileSync(new URL("../sql/x.sql", import.meta.url), "utf8")`: how sources read a text file. */
const textRead =
  /\breadFileSync\(\s*new URL\(\s*"([^"]+\.sql)",\s*import\.meta\.url,?\s*\),\s*"utf-?8",?\s*\)/g;

/** Puts the text of such files into a source, because a bundle has no sql/ folder beside it. */
export function inlineTexts(source, path) {
  return source.replace(textRead, (_, file) =>
    JSON.stringify(readFileSync(resolve(dirname(path), file), "utf8")),
  );
}

/** Asked only of packages with an sql/ folder: each question to a plugin takes a third of a millisecond. */
const inlineText = {
  name: "inline-text",
  setup(build) {
    const packages = join(build.initialOptions.absWorkingDir, "packages");
    const withTexts = readdirSync(packages).filter((name) =>
      existsSync(join(packages, name, "sql")),
    );
    const filter = new RegExp(`/packages/(${withTexts.join("|")})/src/.*\\.ts$`);
    build.onLoad({ filter }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes(".sql")) return undefined;
      return { contents: inlineTexts(source, path), loader: "ts" };
    });
  },
};

/**
 * better-sqlite3's own JavaScript is a part of the bundle: finding and reading its 18 files took longer
 * than running them. Its native file stays where npm put it, and is looked for from the bundle upwards;
 * the executable brings it along (packages/system/src/runtime).
 */
const findNative = {
  name: "find-native",
  setup(build) {
    build.onLoad({ filter: /\/better-sqlite3\/lib\/binding\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const start = "function getBinding(nativeBinding) {";
      const contents = replaceAll(source, path, [
        ["__dirname", "packageDirectory()"],
        ["let filename = path.join", "let filename = prebuilt() ?? path.join"],
        [start, `${start}\n  nativeBinding ??= globalThis.unfCarried?.("better-sqlite3");`],
      ]);
      return { contents: `${contents}\n${nativeFile}\n`, loader: "js" };
    });
    // Functions, tables and images of a database of one's own: unf's programs use none.
    build.onLoad(
      {
        filter:
          /\/better-sqlite3\/lib\/methods\/(table|aggregate|function|serialize|explain|inspect)\.js$/,
      },
      () => ({
        contents: "module.exports = undefined;",
      }),
    );
  },
};

function replaceAll(source, path, pairs) {
  return pairs.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${path} finds its native file in another way`);
    return text.replaceAll(from, to);
  }, source);
}

/**
 * As text, functions of the bundle. \`packageDirectory\` is what \`__dirname\` is where nothing is
 * bundled. \`prebuilt\` is the file for this system, unless one was compiled on purpose or the libc may be
 * musl: to tell for sure, the package reads which libraries this process has mapped.
 */
const nativeFile = `function packageDirectory() {
  for (let at = __dirname; ; at = path.dirname(at)) {
    const directory = path.join(at, "node_modules/better-sqlite3/lib");
    if (fs.existsSync(directory)) return directory;
    if (at === path.dirname(at)) throw new Error("better-sqlite3 is not installed");
  }
}
function prebuilt() {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const root = path.join(packageDirectory(), "..");
  if (fs.existsSync(path.join(root, "build")) || fs.existsSync("/lib/ld-musl-x86_64.so.1")) return undefined;
  return path.join(root, "prebuilds/linux-x64.node");
}`;

/**
 * `import process from "node:process"` gives the global. As a module, all its properties would be copied,
 * for which the runtime makes the standard streams: a third of the start of a command in Bun.
 */
const globalProcess = {
  name: "global-process",
  setup(build) {
    const namespace = "global-process";
    build.onResolve({ filter: /^(node:)?process$/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace } : undefined,
    );
    build.onLoad({ filter: /^/, namespace }, () => ({
      contents: "const global = globalThis.process; export { global as default };",
    }));
  },
};

/**
 * pino can hand its lines to a thread of its own, which unf never asks for: its programs write to a
 * file, in the call. What only that needs loads a dozen modules of Node at every start.
 */
const withoutThread = {
  name: "without-thread",
  setup(build) {
    const ofPino = /\/node_modules\/(pino|sonic-boom|on-exit-leak-free)\//;
    build.onResolve({ filter: /^(thread-stream|worker_threads|assert)$/ }, ({ path, importer }) =>
      ofPino.test(importer) ? { path, namespace: "without-thread" } : undefined,
    );
    build.onLoad({ filter: /^/, namespace: "without-thread" }, ({ path }) => ({
      contents: insteadOf[path],
    }));
  },
};

const insteadOf = {
  "thread-stream": `module.exports = class { constructor() { throw new Error("no transport of pino is part of this program"); } };`,
  worker_threads: "exports.isMainThread = true;",
  assert: `module.exports = (holds, message) => { if (!holds) throw new Error(message); };`,
};

const keepBeside = {
  name: "keep-beside",
  setup(build) {
    const filter = new RegExp(`^(${Object.keys(beside).join("|")})$`);
    build.onResolve({ filter }, ({ path, kind }) =>
      kind === "dynamic-import" || kind === "require-call"
        ? { path: beside[path], external: true }
        : undefined,
    );
  },
};

/** Options of esbuild: bundles `main` of the repository at `root`. What npm installs for it stays outside. */
export function bundleOptions(root, main, outfile) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "cli/package.json"), "utf8"));
  return {
    entryPoints: [main],
    outfile,
    absWorkingDir: root,
    metafile: true,
    bundle: true,
    platform: "node",
    // CommonJS starts 4 ms faster than ES modules (docs/contributing.md, "The bundle").
    format: "cjs",
    target: "node22.19",
    external: Object.keys(dependencies).filter((name) => name !== "better-sqlite3"),
    // The ES module of a package that has both: it joins the others' scope.
    mainFields: ["module", "main"],
    // An `await import()` stays lazy: the module's code runs when it is asked for. As `require` it
    // also skips the loader of ES modules.
    supported: { "dynamic-import": false },
    // In a bundle these name the bundle: `import.meta.url` ends in `/dist/unf.cjs`.
    define: {
      "import.meta.url": "importMetaUrl",
      "import.meta.filename": "__filename",
      "import.meta.dirname": "__dirname",
    },
    banner: {
      js: `const importMetaUrl = require("node:url").pathToFileURL(__filename).href;`,
    },
    legalComments: "inline",
    logLevel: "warning",
    plugins: [inlineText, keepBeside, findNative, globalProcess, withoutThread],
  };
}

/** An ES module, for which bundled CommonJS modules need what they ask for. */
function asModule(options) {
  const js = `import * as nodeModule from "node:module"; const require = nodeModule.createRequire(import.meta.url); const __dirname = import.meta.dirname;`;
  return { ...options, format: "esm", supported: {}, define: {}, banner: { js } };
}

/** A function that may wait, behind a digest by which is known that compiled code is of this very text. */
function asFunction(text, name) {
  const body = inAscii(toCommonJs(text, name, []));
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 32);
  return `/*${digest}*/(async function (require, __filename, __dirname) { ${body}\n})\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [root, main, outfile] = process.argv.slice(2);
  const { build } = await import("esbuild");
  const unfinished = `${outfile}.${process.pid}.new`;
  mkdirSync(dirname(outfile), { recursive: true });
  const options = bundleOptions(root, main, unfinished);
  if (outfile.endsWith(".js")) {
    // A text of several lines stands in one, so that none of its lines looks like a statement.
    const supported = { ...options.supported, "template-literal": false };
    const { outputFiles } = await build({ ...options, format: "esm", supported, write: false });
    writeFileSync(unfinished, asFunction(outputFiles[0].text, main));
  } else await build(asModule(options));
  renameSync(unfinished, outfile);
}
