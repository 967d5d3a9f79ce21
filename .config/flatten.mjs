// Makes the sources of a program flat, so that its start runs plain statements in one scope.
//
// esbuild puts a module that is imported lazily, and all that it imports, in a function of its own, so
// that it runs when it is asked for; most of a command's start went into some hundred such functions. Our
// own modules hold little but declarations. So a lazy import of one becomes an import like any other: of a
// namespace in the same file, or in the file behind a door (see parts.mjs). What a module of Node or npm
// does when it is loaded is dear: that waits until one of its names is used.

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { beside, inlineTexts } from "./bundle.mjs";

/** Node has loaded these before it runs any program. */
const alreadyLoaded = ["buffer", "events", "fs", "path", "process", "timers", "url", "util"].map(
  (name) => `node:${name}`,
);

/**
 * A plugin of esbuild. `inputs` are the sources as its metafile tells of them; `doorOf` says of the target
 * of a lazy import, as a path below the root, behind which door it stands, if any; and of one of its
 * names, where no more is asked for.
 */
export function flatten(root, inputs, doorOf) {
  const lazy = lazyImports(inputs);
  const all = [...lazy.values()].flatMap((of) => [...of.values()]);
  const targets = new Set(all.filter(({ external }) => !external).map(({ path }) => path));
  const late = lateNames(root, inputs);
  const setup = (build) => {
    build.onResolve({ filter: /^door:/ }, ({ path }) => ({ path, namespace: "door" }));
    build.onLoad({ filter: /^door:/, namespace: "door" }, ({ path }) => ({
      contents: renderDoor(
        root,
        path,
        [...targets].filter((target) => doorOf(target) === path),
      ),
      resolveDir: root,
    }));
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind, resolveDir }) =>
      kind === "import-statement" && late.has(path)
        ? { path, namespace: "late", pluginData: resolveDir }
        : undefined,
    );
    build.onLoad({ filter: /^/, namespace: "late" }, ({ path, pluginData }) => ({
      contents: renderLate(path, late.get(path)),
      resolveDir: pluginData,
    }));
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = inlineTexts(readFileSync(path, "utf8"), path);
      const leads = lazy.get(relative(root, path)) ?? new Map();
      const contents = renderLazy(root, renderWhole(source, late), leads, doorOf);
      return { contents, loader: "ts", resolveDir: dirname(path) };
    });
  };
  return { name: "flatten", setup };
}

/**
 * By source, where each of its lazy imports leads: to a `path` below the root, or out of the bundle. Of
 * those esbuild does not tell what the source calls them.
 */
function lazyImports(inputs) {
  const lazy = ({ imports }) =>
    imports
      .filter(({ kind }) => kind === "dynamic-import")
      .map(({ original, path, external }) => [
        external ? (besideName.get(path) ?? path) : original,
        { path, external },
      ]);
  return new Map(Object.entries(inputs).map(([path, source]) => [path, new Map(lazy(source))]));
}

const besideName = new Map(Object.entries(beside).map(([name, path]) => [path, name]));

const importStatement = /^import\s+(?!type\s)([^;"]*?)\s+from\s+"([^"]+)"/gm;

/**
 * By module that is loaded late, what our own sources import of it by name. One that is imported as a
 * namespace somewhere is not among them: nobody knows which of its names are meant.
 */
function lateNames(root, inputs) {
  const clauses = Object.entries(inputs).flatMap(([path, source]) =>
    path.endsWith(".ts") ? lateClauses(readFileSync(join(root, path), "utf8"), source, inputs) : [],
  );
  const whole = new Set(clauses.filter(({ clause }) => clause.startsWith("*")).map(fromOf));
  const byModule = groupBy(clauses, fromOf);
  return new Map(
    [...byModule]
      .filter(([from]) => !whole.has(from))
      .map(([from, of]) => [from, new Set(of.flatMap(({ clause }) => namesIn(clause)))]),
  );
}

const fromOf = ({ from }) => from;

/** `Map.groupBy`, which Node 20 has not. */
function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values)
    groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

function lateClauses(text, { imports }, inputs) {
  const late = imports.filter((one) => isLate(one, inputs));
  const names = new Set(late.map(({ original, path }) => original ?? path));
  return [...text.matchAll(importStatement)]
    .map(([, clause, from]) => ({ clause, from }))
    .filter(({ from }) => names.has(from));
}

/**
 * True for a module outside the bundle, and for a bundled CommonJS module: an ES module joins the
 * others' scope.
 */
function isLate({ path, external }, inputs) {
  return external ? !alreadyLoaded.includes(path) : inputs[path]?.format === "cjs";
}

/** `{ a, type B, c as d }`: a and c. */
function namesIn(clause) {
  const words = /\{([^}]*)\}/.exec(clause)?.[1].split(",") ?? [];
  return words
    .map((word) => word.trim().replace(/\s+as\s.*/s, ""))
    .filter((name) => name !== "" && !name.startsWith("type "));
}

/** The name that `import x from "package"` becomes an import of. */
const wholeModule = "wholeModule";

/** A module that loads another one when one of its names is used. */
function renderLate(path, names) {
  const load = `require(${JSON.stringify(path)})`;
  const rows = [...names].map((name) => `get ${name}() { return ${load}.${name}; },`);
  return ["module.exports = {", `get ${wholeModule}() { return ${load}; },`, ...rows, "};"].join(
    "\n",
  );
}

const defaultImport = /^import\s+(\w+)\s+from\s+"([^"]+)"/gm;

function renderWhole(source, late) {
  return source.replace(defaultImport, (words, name, from) =>
    late.has(from) ? `import { ${wholeModule} as ${name} } from "${from}"` : words,
  );
}

/** Also where the formatter puts it on lines of its own. */
const lazyImport = /(?<!typeof )\bimport\(\s*"([^"]+)",?\s*\)/g;

/** One that takes a single name of the module: whatever else that exports need not come along. */
const lazyName = /\(await import\(\s*"([^"]+)",?\s*\)\)\.(\w+)/g;

/** One that takes several by name, each as it is called. */
const lazyNames = /\{([\w\s,]+)\} = await import\(\s*"([^"]+)",?\s*\)/g;

function renderLazy(root, source, leads, doorOf) {
  const imports = [];
  const named = (target, name) => {
    imports.push(renderImport(root, target, `{ ${name} as lazily${imports.length} }`));
    return `lazily${imports.length - 1}`;
  };
  /** The module's path, when its name stands in the same file. */
  const hereOf = (original, name) => {
    const lead = leads.get(original);
    if (lead === undefined || lead.external) return undefined;
    return doorOf(lead.path, name) === undefined ? lead.path : undefined;
  };
  const text = source
    .replace(lazyName, (words, original, name) => {
      const target = hereOf(original, name);
      return target === undefined ? words : `(await ${named(target, name)})`;
    })
    .replace(lazyNames, (words, names, original) => {
      const target = hereOf(original);
      if (target === undefined) return words;
      const pairs = names.split(",").flatMap((one) => one.trim() || []);
      return `{${names}} = await { ${pairs.map((name) => `${name}: ${named(target, name)}`)} }`;
    })
    .replace(lazyImport, (words, original) => {
      const lead = leads.get(original);
      if (lead === undefined) return words;
      const target = lead.path;
      if (lead.external) return `Promise.resolve().then(() => require("${original}"))`;
      const door = doorOf(target);
      if (door !== undefined)
        return `import("${door}").then(({ open }) => open[${JSON.stringify(target)}])`;
      imports.push(renderImport(root, target, `* as lazily${imports.length}`));
      return `Promise.resolve(lazily${imports.length - 1})`;
    });
  return imports.join("") + text;
}

/**
 * The rest brings the everyday part along: a program that runs for long, as `unf mcp` does, has then
 * read all of itself, and is not disturbed when the package is replaced by a newer one.
 */
function renderDoor(root, door, targets) {
  const imports = targets.map((one, index) => renderImport(root, one, `* as m${index}`));
  const rows = targets.map((one, index) => `${JSON.stringify(one)}: m${index},`);
  const first = door === "door:rest" ? 'import "door:everyday";' : "";
  return [first, ...imports, "export const open = {", ...rows, "};"].join("\n");
}

function renderImport(root, target, clause) {
  return `import ${clause} from ${JSON.stringify(join(root, target))};`;
}
