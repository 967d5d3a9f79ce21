import type { BlobId, RelPath, SnapshotId } from "../base/brand.ts";
import type { FileMode, Unrecordable } from "./snapshot.ts";

/**
 * The identity of a file's state on disk. Two equal keys mean "not changed since" unless the entry
 * is racy. Compare with `!==`, never with `<`: clocks jump. ctime is the field that catches a
 * restored mtime, a `mv` of an equal file and a chmod.
 */
export interface StatKey {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly mode: FileMode;
}

/** The last recorded state of a path that is on disk and recorded. Deleted paths have no head. */
export interface Head {
  readonly path: RelPath;
  readonly snapshot: SnapshotId;
  readonly hash: BlobId;
  readonly bytes: number;
  readonly mode: FileMode;
  readonly stat: StatKey;
  /**
   * True when the file had changed so shortly before it was read that a further write could have
   * left the same `StatKey`; a sweep then reads it again even if the key is equal.
   */
  readonly racy: boolean;
  /** The content is not kept: what stands there must not be destroyed. */
  readonly withheld?: true;
  /** As in its row. */
  readonly unrecordable?: Unrecordable;
}

/** True when both keys name the same state of the same file. */
export function sameStat(a: StatKey, b: StatKey): boolean {
  return (
    a.ino === b.ino &&
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs &&
    a.size === b.size &&
    a.dev === b.dev &&
    a.mode === b.mode
  );
}
