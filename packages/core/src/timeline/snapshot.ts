import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import type { Author } from "./author.ts";

/**
 * The change of the file. A `delete` row says that from here on the timeline holds no content for
 * the path; `cause` tells a file that is gone from one that is merely no longer recorded.
 */
export type EventType = "create" | "modify" | "delete" | "rename";

/**
 * Why the row was written: the first sweep of a project, an OS event, a later sweep, an operation
 * of unf itself, or (`excluded`, only with `delete`) because a file that is still on disk left
 * what is recorded: an ignore rule now matches it. `renamed`, only with `delete`: the file left under
 * another name; a `rename` row of that name goes with it.
 */
export type Cause = "baseline" | "event" | "sweep" | "operation" | "excluded" | "renamed";

/**
 * Why a file that appeared is taken for one that vanished: the same inode with the same time stamp
 * and content, the same content, or mostly the same lines.
 */
export type RenameEvidence = "inode" | "content" | "similar";

/** Lines of a version, and of the step from the version before it, as `git diff --numstat` counts. */
export interface LineCounts {
  /** Lines of the content. The last one counts whether or not it ends in a newline. */
  readonly lines: number;
  readonly added: number;
  readonly removed: number;
  /** False when the work budget ran out; then `added` and `removed` are upper bounds. */
  readonly exact: boolean;
}

/** The file's `st_mode`: type and permission bits, as git's tree entries: 0o100644, 0o120777, … */
export type FileMode = number;

/** True for a recorded symbolic link, whose content is the link's target as bytes. */
export function isLinkMode(mode: FileMode): boolean {
  return (mode & 0o170000) === 0o120000;
}

export function isDirectoryMode(mode: FileMode): boolean {
  return (mode & 0o170000) === 0o040000;
}

/** True when type and permissions are the same. What runs as its owner is never restored as such. */
export function isSameMode(a: FileMode, b: FileMode): boolean {
  return (a & ~0o7000) === (b & ~0o7000);
}

/**
 * Why of a file only digest and size are recorded, by no setting. The digest of one that is larger
 * than `limits.capture.digestedBytesMax`, or may not be read, is that of its inode, size and mtime.
 */
export type Unrecordable = "binary" | "too_large";

/** One recorded state of one file at one instant: a row of a timeline. */
export interface Snapshot {
  readonly id: SnapshotId;
  readonly path: RelPath;
  /** `null` for `delete`. */
  readonly hash: BlobId | null;
  /** Size of the content. 0 for `delete`. */
  readonly bytes: number;
  /** Time that the clock showed: earlier than of a row with a lower id where it was set back. */
  readonly at: WallMs;
  /** How far `at` lies before the row's stamp, where the clock was set back; see `stampOf`. Unit: ms. */
  readonly skewMs?: number;
  readonly event: EventType;
  /** `null` where nothing was counted (links). For `delete`, `removed` is the old line count. */
  readonly counts: LineCounts | null;
  /** False for an interim snapshot: the file changed again before it lay still for 3 s. */
  readonly settled: boolean;
  /** 0 for `delete`. */
  readonly mode: FileMode;
  readonly cause: Cause;
  /** For `rename`: the path the content came from. */
  readonly renamedFrom: RelPath | null;
  /** For `rename`, and for nothing else: what tells that it is the same file. */
  readonly evidence?: RenameEvidence;
  /** The operation of unf that wrote the file, if one did. */
  readonly operation: number | null;
  /** The content was seen and not kept: by a setting, or because it cannot be recorded. */
  readonly withheld?: true;
  /** Why it cannot be recorded; only with `withheld`. */
  readonly unrecordable?: Unrecordable;
  /** `unknownAuthor` where nobody is known to have written it; may be found out later. */
  readonly author: Author;
}

/** The instant that orders rows of several projects: never earlier than that of a row with a lower id. */
export function stampOf({ at, skewMs = 0 }: Pick<Snapshot, "at" | "skewMs">): WallMs {
  return (at + skewMs) as WallMs;
}

/** A snapshot about to be recorded; the timeline gives it an id, and a stamp where the clock went back. */
export type NewSnapshot = Omit<Snapshot, "id" | "skewMs">;
