import type { BlobId, RelPath, SnapshotId } from "../base/brand.ts";
import type { Steps } from "../base/steps.ts";
import type { NameRules } from "../refusals/safe-path.ts";
import type { FileMode, Unrecordable } from "../timeline/snapshot.ts";

/** State on disk of a path that the restore may touch. */
export type DiskState =
  | { readonly kind: "absent" }
  | {
      readonly kind: "file" | "link";
      /** `null` when the content was not read: too large or unreadable. */
      readonly hash: BlobId | null;
      readonly mode: FileMode;
      readonly bytes: number;
      /** The row that holds exactly this content; `null` when none does, so it must not be destroyed. */
      readonly snapshot: SnapshotId | null;
      /** Of what cannot be recorded, which file it is: it is rescued or left, whatever it holds. */
      readonly stamp?: string;
      /** How many names it has, where it has more than this one. */
      readonly names?: number;
    }
  | { readonly kind: "directory"; readonly mode: FileMode }
  | { readonly kind: "special" | "unreadable" };

export interface WantedFile {
  readonly path: RelPath;
  readonly snapshot: SnapshotId;
  readonly hash: BlobId;
  readonly mode: FileMode;
  readonly bytes: number;
  /** Its content was not kept, unless another row keeps the same. */
  readonly withheld?: true;
  readonly unrecordable?: Unrecordable;
}

/** Facts about the paths that a restore may touch. */
export interface RestoreFacts {
  /**
   * The recorded files at the target, in path order, with `undefined` wherever others may have a turn.
   * Gone through twice where names fold.
   */
  readonly wanted: Iterable<WantedFile | undefined>;
  /** Files that stood there at the target with a content that is no longer kept. */
  readonly thinned?: readonly {
    readonly path: RelPath;
    readonly nearest: SnapshotId | undefined;
  }[];
  /** Recorded files on disk that the target does not have, in path order. */
  readonly newer: readonly RelPath[];
  /** True when a file of `newer` is known not to have been there at the target. */
  readonly isAbsent: (path: RelPath) => boolean;
  readonly disk: (path: RelPath) => DiskState;
  /**
   * Entry that stands where one of the path's parents must be and is no directory, if there is one.
   */
  readonly obstacle: (path: RelPath) => RelPath | undefined;
  /** Names in a directory on disk; `undefined` when it cannot be listed. */
  readonly entries: (directory: RelPath) => readonly string[] | undefined;
  /** True when the content can be read back; asked only for what would be written. */
  readonly isKept: (hash: BlobId, bytes: number) => boolean;
  /** Told of every path that stays as it is: nothing need be kept of what the disk said of it. */
  readonly onLeft?: (path: RelPath) => void;
  /** Rules of names on the project's disk; `exactNames` when left out. */
  readonly names?: NameRules;
  /**
   * The content on disk, which is `now`, with only the chosen hunks of the wanted one taken over
   * (`chooseHunks`); asked only when the request names hunks of the file. `undefined` when one of
   * them is not there.
   */
  readonly choose?: (
    wanted: WantedFile,
    now: BlobId,
    chosen: readonly number[],
  ) => ChosenContent | undefined;
  readonly digest: (text: string) => string;
}

/** A content that may be recorded nowhere yet: who carries out the plan must hold it. */
export interface ChosenContent {
  readonly hash: BlobId;
  readonly bytes: number;
}

/** The paths of all that is wanted. */
export function* wantedPaths({ wanted }: Pick<RestoreFacts, "wanted">): Steps<RelPath[]> {
  const paths: RelPath[] = [];
  for (const one of wanted) {
    if (one !== undefined) paths.push(one.path);
    yield;
  }
  return paths;
}
