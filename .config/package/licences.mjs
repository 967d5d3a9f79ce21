// The licences of all that the executable and the Node beside it hold, as one text.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Text of the licences of unf, of `runtimes` and of the npm packages inside: those that `bundles` name at
 * their end, and those that `cli/package.json` names, with all that they need. `root`: the repository.
 */
export function collectLicences(root, runtimes, bundles) {
  const { dependencies } = readPackage(join(root, "cli"));
  const found = new Map(bundles.flatMap(bundledLicences));
  for (const name of withDependencies(root, Object.keys(dependencies))) {
    const { version, license } = readPackage(join(root, "node_modules", name));
    found.set(`${name} ${version} (${license})`, licenceOf(root, name));
  }
  for (const name of runtimes) {
    const { version, license } = readPackage(join(root, "node_modules", name));
    found.set(`${name} ${version} (${license})`, licenceOf(root, name));
  }
  const own = readFileSync(join(root, "LICENSE"), "utf8").trim();
  const rest = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return [["unf (MIT)", own], ...rest]
    .map(([title, text]) => `${title}\n${"=".repeat(title.length)}\n\n${text}\n`)
    .join("\n\n");
}

function bundledLicences(text) {
  return [...text.matchAll(/\/\*! (\S+ \S+ \([^)]*\)+)\n\n([\s\S]*?)\n\*\//g)].map(
    ([, title, licence]) => [title, licence.replaceAll("* /", "*/")],
  );
}

/** Those of them that are installed: a package of another platform is not inside. */
function withDependencies(root, names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name) || onlyTypes.includes(name) || !existsSync(join(root, "node_modules", name)))
      continue;
    seen.add(name);
    const { dependencies, optionalDependencies } = readPackage(join(root, "node_modules", name));
    withDependencies(root, Object.keys({ ...dependencies, ...optionalDependencies }), seen);
  }
  return seen;
}

function readPackage(directory) {
  return JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
}

/** Packages that have no text of their own, by the one that is published with them and has it. */
const parents = [[/^@koromix\/koffi-/, "koffi"]];

/** For those that nothing installed has a text of; stands in `.config/package`. */
const notices = [[/^@oven\/bun-/, "bun-notice.txt"]];

/** Declare types and nothing else, so that nothing of them is inside. */
const onlyTypes = ["@tokenizer/token"];

function licenceOf(root, name) {
  const parent = parents.find(([pattern]) => pattern.test(name))?.[1] ?? name;
  const directory = join(root, "node_modules", parent);
  const file = readdirSync(directory).find((found) => /^(licen[cs]e|copying)([.-]|$)/i.test(found));
  if (file !== undefined) return readFileSync(join(directory, file), "utf8").trim();
  const notice = notices.find(([pattern]) => pattern.test(name))?.[1];
  if (notice === undefined) throw new Error(`${name} has no licence to package it with`);
  return readFileSync(new URL(notice, import.meta.url), "utf8").trim();
}
