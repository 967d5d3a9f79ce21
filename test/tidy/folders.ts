// How the folders of a part lie to each other, as functions from texts to complaints. folders.test.ts
// runs each on this repository and on a planted offence.
//
// dependency-cruiser has rules for folders, too. They count what lies below a folder as a part of it,
// so they miss what a folder and one below it import of each other; and they count tests.

import { dirname, join } from "node:path/posix";
import type { TextFile } from "./checks.ts";

/** Most source files that may lie directly in a folder: so many names can be seen at once. */
const filesMax = 25;

/** Source files of the parts, without tests. */
function sources(files: readonly TextFile[], parts: readonly string[]): readonly TextFile[] {
  return files.filter(
    ({ path }) =>
      path.endsWith(".ts") &&
      !path.endsWith(".test.ts") &&
      parts.some((part) => path.startsWith(`${part}/src/`)),
  );
}

/** Folders with more than 25 source files directly in them. */
export function crowdedFolders(files: readonly TextFile[], parts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources(files, parts)) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > filesMax)
    .map(([folder, count]) => `${folder}: ${count} files, ${filesMax} allowed`);
}

/**
 * Folders that reach themselves through what their files import, types and lazy imports included. Of
 * each knot one line for each way out of a folder that leads back to it, with a file that takes it.
 */
export function knottedFolders(files: readonly TextFile[], parts: readonly string[]): string[] {
  const ways = readWays(sources(files, parts));
  const leadsTo = (from: string, to: string): boolean => {
    const seen = new Set([from]);
    for (const at of seen) for (const next of ways.get(at)?.keys() ?? []) seen.add(next);
    return seen.has(to);
  };
  return [...ways]
    .flatMap(([from, tos]) => [...tos].map(([to, file]) => ({ from, to, file })))
    .filter(({ from, to }) => leadsTo(to, from))
    .map(({ from, to, file }) => `${from} → ${to}: ${file}`)
    .sort();
}

/** For each folder those that it imports from, each with the first file that does. */
function readWays(files: readonly TextFile[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const ways = new Map<string, Map<string, string>>();
  for (const { path, text } of files) {
    const from = dirname(path);
    for (const [, target = ""] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)) {
      const to = dirname(join(from, target));
      if (to === from) continue;
      const known = ways.get(from) ?? new Map<string, string>();
      if (!known.has(to)) known.set(to, path);
      ways.set(from, known);
    }
  }
  return ways;
}
