// Bundles the programs, the hook, the server for agents and the library into cli/dist: what the published package runs.
// Sources never need it.
//
//   node .config/build.mjs [--out <directory>]
//
// Runs on Node 20 too, because `npm ci` runs it (as `prepare`) with whatever Node is installed.
// A program whose sources are not there is skipped with a message.

import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const entries = {
  unf: "cli/src/main.ts",
  hook: "cli/src/hook-run/main.ts",
  daemon: "daemon/src/main.ts",
  sentinel: "sentinel/src/main.ts",
  client: "packages/client/src/index.ts",
  mcp: "packages/mcp/src/index.ts",
};

/** Parts that a bundle loads from the file beside it: few runs need them, and they are large. */
const beside = { "@unf/mcp": "./mcp.cjs" };

/** Beside `client.cjs`, and named so that it describes a CommonJS file. It imports nothing. */
const declarations = { from: "packages/client/src/public.ts", to: "client.d.cts" };

const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? join(root, "cli/dist"));

// Absent when only a lock file is made or development packages were left out: not an error then.
const esbuild = await import("esbuild").catch((thrown) => {
  if (thrown.code === "ERR_MODULE_NOT_FOUND") return undefined;
  throw thrown;
});

/** `readFileSync(new URL("../sql/x.sql", import.meta.url), "utf8")`: how sources read a text file. */
const textRead =
  /\breadFileSync\(\s*new URL\(\s*"([^"]+\.sql)",\s*import\.meta\.url,?\s*\),\s*"utf-?8",?\s*\)/g;

/** Puts the text of such files into the bundle, which has no sql/ folder beside it. */
const inlineText = {
  name: "inline-text",
  setup(build) {
    build.onLoad({ filter: /\/packages\/[^/]+\/src\/.*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes(".sql")) return undefined;
      const watchFiles = [];
      const contents = source.replace(textRead, (_, file) => {
        const text = resolve(dirname(path), file);
        watchFiles.push(text);
        return JSON.stringify(readFileSync(text, "utf8"));
      });
      return { contents, loader: "ts", watchFiles };
    });
  },
};

const keepBeside = {
  name: "keep-beside",
  setup(build) {
    build.onResolve({ filter: /^@unf\// }, ({ path, kind }) =>
      path in beside && kind === "dynamic-import"
        ? { path: beside[path], external: true }
        : undefined,
    );
  },
};

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
    const file = readdirSync(at).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence to bundle it with`);
    const text = readFileSync(join(at, file), "utf8").trim().replaceAll("*/", "* /");
    return `/*! ${name} ${version} (${license})\n\n${text}\n*/\n`;
  });
}

async function bundle(name, main) {
  const outfile = join(out, `${name}.cjs`);
  const { dependencies } = JSON.parse(readFileSync(join(root, "cli/package.json"), "utf8"));
  const { metafile } = await esbuild.build({
    entryPoints: [main],
    outfile,
    absWorkingDir: root,
    metafile: true,
    bundle: true,
    platform: "node",
    // CommonJS starts 4 ms faster than ES modules (docs/contributing.md, "The bundle").
    format: "cjs",
    target: "node22.15",
    external: Object.keys(dependencies),
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
    plugins: [inlineText, keepBeside],
  });
  appendFileSync(outfile, licences(Object.values(metafile.outputs)[0].inputs).join(""));
  const stray = strayReads(readFileSync(outfile, "utf8"));
  if (stray.length > 0) {
    rmSync(outfile);
    throw new Error(`${name}: reads ${stray.join(", ")} at run time, which no bundle contains`);
  }
  return statSync(outfile).size;
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
    const bytes = await bundle(name, main);
    console.log(`built    ${shown}  ${Math.ceil(bytes / 1024)} KiB`);
  } catch (thrown) {
    // esbuild has already printed what is wrong with the sources.
    console.error(`FAILED   ${shown}  ${thrown.message.split("\n")[0]}`);
    process.exitCode = 1;
  }
}
const declared = join(root, declarations.from);
if (existsSync(declared)) copyFileSync(declared, join(out, declarations.to));
