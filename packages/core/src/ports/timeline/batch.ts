import type { Blob } from "../../base/blob.ts";
import type { RelPath, SnapshotId } from "../../base/brand.ts";
import type { Author, Candidate } from "../../timeline/author.ts";
import type { SeenMode } from "../../timeline/directory-mode.ts";
import type { Head } from "../../timeline/head.ts";
import type {
  EventType,
  LineCounts,
  NewSnapshot,
  RenameEvidence,
} from "../../timeline/snapshot.ts";

/** Records into a timeline. */
export interface BatchWriter {
  /** Commits the batch in one transaction; the ids are those of `recordings`, in order. */
  commit(batch: Batch): SnapshotId[];
}

/** Everything that is committed together, in this order of rows. */
export interface Batch {
  /** Contents that are not durable in the object store yet; committed with their rows. */
  readonly inbox: readonly Blob[];
  readonly recordings: readonly Recording[];
  /** Heads whose file was touched but whose content and mode are the recorded ones. */
  readonly restats: readonly Pick<Head, "path" | "stat" | "racy">[];
  readonly settlements: readonly Settlement[];
  readonly attributions?: readonly Attribution[];
  /** Modes of directories that differ from what was known; they had them before the recordings. */
  readonly directories?: readonly SeenMode[];
}

/** A row together with what it makes of the path's head. */
export interface Recording {
  readonly snapshot: NewSnapshot;
  /** The path's new head without the row's id; `null` when the path has none any more (`delete`). */
  readonly head: Omit<Head, "snapshot"> | null;
  /** Candidates for its author, where that is ambiguous. */
  readonly candidates?: readonly Candidate[];
}

/** A burst that closed, or a rename that was found: what the row becomes. */
export interface Settlement {
  readonly id: SnapshotId;
  /** Event and counts relative to the state before the burst, when the burst had several rows. */
  readonly event?: EventType;
  readonly counts?: LineCounts | null;
  /** With event `rename`: where the file came from, and what tells so. */
  readonly renamedFrom?: RelPath;
  readonly evidence?: RenameEvidence;
  /** For the row of the old name. */
  readonly cause?: "renamed";
}

/** Author of a recorded row, found out after it was recorded. Replaces what was believed before. */
export interface Attribution {
  readonly id: SnapshotId;
  readonly author: Author;
  readonly candidates?: readonly Candidate[];
}
