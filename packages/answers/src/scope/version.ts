import { type RelPath, type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { parseTime, utcZone } from "@unf/core/time";
import type { Snapshot } from "@unf/core/timeline";

/** The version with this id. Throws `not_found`. */
export function findVersion(timeline: TimelineReader, id: SnapshotId): Snapshot {
  const snapshot = timeline.snapshot(id);
  if (snapshot !== undefined) return snapshot;
  throw new UnfError("not_found", `no version v${id} in this project`, { hint: "unf log --all" });
}

/** The version before this one: of the same file, or of the one it was renamed from. */
export function previousOf(
  timeline: TimelineReader,
  snapshot: Snapshot,
  interim: boolean,
): Snapshot | undefined {
  if (snapshot.renamedFrom === null) return timeline.previous(snapshot.id, !interim);
  // The deletion of the old name is recorded beside the rename, so its last content is what counts.
  const rows = timeline.find({
    within: [snapshot.renamedFrom],
    interim,
    after: snapshot.id,
    order: "newest",
  });
  for (const row of rows) if (row.path === snapshot.renamedFrom && row.hash !== null) return row;
  return undefined;
}

/**
 * The version of the same file `back` settled versions before the one with this id, under its former
 * name where it was renamed.
 */
export function stepBack(timeline: TimelineReader, id: SnapshotId, back: number): Snapshot {
  let version = findVersion(timeline, id);
  for (let step = 0; step < back; step += 1) {
    const previous = previousOf(timeline, version, false);
    if (previous === undefined) {
      const count = step === 1 ? "1 version" : `${step} versions`;
      throw new UnfError(
        "not_found",
        `there is no v${id}~${back} (only ${count} of the file before v${id})`,
      );
    }
    version = previous;
  }
  return version;
}

/** The newest settled version whose content is not the file's current one. Throws `not_found`. */
export function previousContent(timeline: TimelineReader, path: RelPath): Snapshot {
  let current: Snapshot | undefined;
  for (const row of timeline.find({ within: [path], interim: true, order: "newest" })) {
    if (row.path !== path) {
      throw new UnfError("usage", "@prev needs exactly one file, not a directory", {
        hint: "unf help times",
      });
    }
    current ??= row;
    if (row.settled && row.hash !== null && row.hash !== current.hash) return row;
  }
  throw new UnfError("not_found", `${path} has no version before its current content`, {
    hint: "unf log --all",
  });
}

/** A word like `v1234` or `v1234~2`; `undefined` for any other, which is a path then. */
export function parseVersionWord(
  word: string,
): { readonly id: SnapshotId; readonly back: number } | undefined {
  if (!/^v[0-9]/.test(word)) return undefined;
  // Versions do not depend on when and where they are named.
  const parsed = parseTime(word, { now: 0 as WallMs, zone: utcZone, purpose: "at" });
  return parsed.kind === "version" ? parsed : undefined;
}
