// Runs Vite on the sources of the page.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";

export async function runVite(from, to) {
  const packages = new Set();
  await build({
    root: from,
    configFile: false,
    envDir: false,
    logLevel: "warn",
    // The server may stand under any address.
    base: "./",
    plugins: [svelte({ configFile: false, compilerOptions: { runes: true } }), note(packages)],
    // A worker reads the grammars one by one.
    worker: { format: "es", plugins: () => [leaveOut(), note(packages)], rolldownOptions: quiet },
    build: {
      rolldownOptions: quiet,
      outDir: to,
      emptyOutDir: true,
      target: "es2023",
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  });
  const licences = [...packages].sort().map(licenceOf);
  writeFileSync(join(to, "assets/licences.txt"), licences.join("\n"));
}

/** How long each plugin took is of interest to nobody who builds this. */
const quiet = { checks: { bundlerTimings: false } };

/**
 * Languages inside texts of another one that are not worth their room: a text of Ruby seldom has C++ in it, whose
 * grammar is larger than all of Ruby's others.
 */
const leftOut = { "ruby.mjs": ["c", "cpp", "graphql", "haml", "lua"] };

/** Has a grammar come without some of those that it imports; `grammars.ts` expects that. */
function leaveOut() {
  const none = "\0no-grammar";
  return {
    name: "leave-out",
    // Before the module would be found.
    enforce: "pre",
    resolveId(module, importer = "") {
      const names = importer.includes("/@shikijs/langs/") ? leftOut[basename(importer)] : undefined;
      return names?.includes(basename(module, ".mjs")) ? none : undefined;
    },
    load: (id) => (id === none ? "export default []" : undefined),
  };
}

/** Notes the npm packages of which something is in the page. */
function note(packages) {
  return {
    name: "note-packages",
    generateBundle(_, bundle) {
      for (const { moduleIds = [] } of Object.values(bundle)) {
        for (const id of moduleIds) {
          const at = directoryOf(id.replace(/^\0/, ""));
          if (at !== undefined) packages.add(at);
        }
      }
    },
  };
}

/** The directory of the npm package that a module is from. */
function directoryOf(module) {
  if (!module.includes("node_modules/")) return undefined;
  let at = dirname(module);
  while (!isPackage(at)) {
    if (at === dirname(at)) return undefined;
    at = dirname(at);
  }
  return at;
}

/** Within a package there may be other manifests, which have no name. */
function isPackage(at) {
  const manifest = join(at, "package.json");
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version !== undefined;
}

function licenceOf(at) {
  const { name, version, license } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
  const file = readdirSync(at).find((entry) => /^licen[cs]e([.-]|$)/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence to hand out with it`);
  const text = readFileSync(join(at, file), "utf8").trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
