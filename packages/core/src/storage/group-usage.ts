import type { RelPath } from "../base/brand.ts";
import { baseName } from "../base/path.ts";
import type { Usage, UsageOf } from "../timeline/usage.ts";

/** Room that a group of versions takes; the largest groups come first. */
export interface UsageGroup extends Usage {
  readonly key: string;
}

/**
 * Adds up what has the same key. The largest come first; of equal ones those with more versions, then
 * by their keys.
 */
export function groupUsage<T extends Usage>(
  rows: readonly T[],
  keyOf: (row: T) => string,
): UsageGroup[] {
  const groups = new Map<string, { bytes: number; versions: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { bytes: row.bytes, versions: row.versions });
    else {
      group.bytes += row.bytes;
      group.versions += row.versions;
    }
  }
  return [...groups]
    .map(([key, usage]) => ({ key, ...usage }))
    .sort((a, b) => b.bytes - a.bytes || b.versions - a.versions || (a.key < b.key ? -1 : 1));
}

/** The directory of a file, at most `depth` levels below the root: `src/lib/`; `./` is the root. */
export function directoryKey({ path }: UsageOf["file"], depth: number): string {
  const names = path.split("/").slice(0, -1).slice(0, depth);
  return names.length === 0 ? "./" : `${names.join("/")}/`;
}

/** `.ts`, in lower case; `(none)` for `Makefile` and `.profile`. */
export function extensionKey({ path }: UsageOf["file"]): string {
  const name = baseName(path as RelPath);
  const dot = name.lastIndexOf(".");
  return dot <= 0 || dot === name.length - 1 ? "(none)" : name.slice(dot).toLowerCase();
}
