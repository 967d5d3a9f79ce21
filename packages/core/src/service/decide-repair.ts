import type { EnabledService } from "./service-note.ts";

/**
 * True when the entry is to name this installation instead: what it names is gone, or it was written by
 * an older version. Never the other way round, so that two installations do not take it from each other.
 */
export function isServiceStale(
  { node, program, version }: Pick<EnabledService, "node" | "program" | "version">,
  ownVersion: string,
  exists: (path: string) => boolean,
): boolean {
  return !exists(node) || !exists(program) || isOlder(version, ownVersion);
}

function isOlder(a: string, b: string): boolean {
  const [as, bs] = [numbersOf(a), numbersOf(b)];
  const at = as.findIndex((part, index) => part !== (bs[index] ?? 0));
  return at >= 0 && (as[at] ?? 0) < (bs[at] ?? 0);
}

/** The three numbers of a version. */
function numbersOf(version: string): number[] {
  return version.split(/[^0-9]+/, 3).map(Number);
}
