import type { BlobId, RelPath } from "../base/brand.ts";
import type { Digest } from "../ports/object-store.ts";
import type { NameRules } from "../refusals/safe-path.ts";
import type { FileMode } from "../timeline/snapshot.ts";
import type { StandingState } from "./step-state.ts";

/** Facts about the paths that an undo may touch. */
export interface UndoFacts {
  /**
   * State of a path now; the root is a directory. A file that cannot be recorded is `rescued`, with
   * the operation's number, when it is byte for byte what a step of this path calls rescued.
   */
  readonly now: (path: RelPath) => StandingState;
  /** Names in a directory on disk; `undefined` when it cannot be listed. */
  readonly entries: (directory: RelPath) => readonly string[] | undefined;
  /** The mode that a directory had which is gone; `undefined`: not known. */
  readonly formerMode?: (directory: RelPath) => FileMode | undefined;
  /**
   * Entry that stands where one of the path's parents must be and is no directory, if there is one.
   */
  readonly obstacle: (path: RelPath) => RelPath | undefined;
  /** True when the content can be read back; asked only for what would be written as it was. */
  readonly isKept: (hash: BlobId, bytes: number) => boolean;
  /** True when the rescue directory of the operation still holds the file; a copy, as it was made. */
  readonly isRescued: (path: RelPath, operation: number, digest: BlobId | undefined) => boolean;
  /** A recorded content, for merging; `undefined` when it is lost. */
  readonly content: (hash: BlobId) => Uint8Array | undefined;
  /** Rules of names on the project's disk; `exactNames` when left out. */
  readonly names?: NameRules;
  readonly digest: Digest;
}
