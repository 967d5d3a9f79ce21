import type { BlobId, RelPath, SnapshotId } from "@unf/core/base";
import type { Recording, Timeline } from "@unf/core/ports";
import { unknownAuthor } from "@unf/core/timeline";
import { start } from "./timeline-worlds.ts";

// Rows as the tests of timelines write them.

export const a64 = "a".repeat(64) as BlobId;
export const b64 = "b".repeat(64) as BlobId;

export function recording(path: string, more: Partial<Recording["snapshot"]> = {}): Recording {
  const snapshot: Recording["snapshot"] = {
    path: path as RelPath,
    hash: a64,
    bytes: 3,
    at: start,
    event: "modify",
    counts: { lines: 1, added: 1, removed: 0, exact: true },
    settled: true,
    mode: 0o100644,
    cause: "event",
    renamedFrom: null,
    operation: null,
    author: unknownAuthor,
    ...more,
  };
  if (snapshot.hash === null) return { snapshot, head: null };
  const stat = { dev: 1n, ino: 2n, size: 3n, mtimeNs: 4n, ctimeNs: 5n, mode: snapshot.mode };
  const { hash, bytes, mode } = snapshot;
  return { snapshot, head: { path: snapshot.path, hash, bytes, mode, stat, racy: false } };
}

export function deletion(path: string, more: Partial<Recording["snapshot"]> = {}): Recording {
  return recording(path, { hash: null, bytes: 0, event: "delete", mode: 0, ...more });
}

export function commit(timeline: Timeline, ...recordings: readonly Recording[]): SnapshotId[] {
  return timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
}
