import { parentPath, type RelPath } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";
import type { Stamp, Stamps } from "./read-stamps.ts";

/** Compares one pass with the pass before it, and lists the differences as hints. */
export function compareStamps(before: Stamps, now: Stamps): Hint[] {
  /** Directories of which a hint says everything that is below them, and all that is. */
  const told = new Set<RelPath>();
  const hints = compareRefused(before, now, told);
  // A directory comes before what is in it, in both.
  for (const [path, stamp] of before.entries) {
    if (told.has(parentPath(path))) told.add(path);
    else if (!now.entries.has(path)) {
      told.add(path);
      if (stamp.kind !== "uncovered") hints.push({ kind: "gone", path });
    }
  }
  for (const [path, stamp] of now.entries) {
    if (told.has(parentPath(path))) told.add(path);
    else hints.push(...compareEntry(path, before.entries.get(path), stamp, told));
  }
  return hints;
}

function compareRefused(before: Stamps, now: Stamps, told: Set<RelPath>): Hint[] {
  const hints: Hint[] = [];
  for (const [path, code] of now.refused) {
    if (before.refused.get(path) !== code) hints.push({ kind: "unwatched", path, code });
    // All that was known of it is in doubt as long as that lasts, and looked at as a whole afterwards.
    told.add(path);
  }
  for (const path of before.refused.keys()) {
    if (now.refused.has(path) || !isThere(now, path)) continue;
    hints.push({ kind: "directory", path });
    told.add(path);
  }
  return hints;
}

function isThere(stamps: Stamps, path: RelPath): boolean {
  return path === "" || stamps.entries.get(path)?.kind === "directory";
}

function compareEntry(
  path: RelPath,
  before: Stamp | undefined,
  now: Stamp,
  told: Set<RelPath>,
): Hint[] {
  if (before?.kind === now.kind && before.text === now.text) return [];
  told.add(path);
  const wasKnown = before !== undefined && before.kind !== "uncovered";
  if (now.kind === "uncovered") return wasKnown ? [{ kind: "gone", path }] : [];
  if (now.kind === "directory") return [{ kind: "directory", path }];
  const touched: Hint = { kind: "touched", path, closed: false };
  // Of what was below the directory.
  return before?.kind === "directory" ? [{ kind: "gone", path }, touched] : [touched];
}
