import type { BlobId, RelPath, SnapshotId } from "../base/brand.ts";
import { comparePaths, pathToColumn } from "../base/path.ts";
import type { Point } from "../ports/timeline.ts";
import type { FileMode } from "../timeline/snapshot.ts";
import { isSafePath } from "./safe-path.ts";

/** What a person asked to have back. */
export interface RestoreRequest {
  /** An instant, or one version of one file. */
  readonly target: Point | { readonly version: SnapshotId };
  /** Files and directories; empty: the whole project. For `version`: at most the one path to write to. */
  readonly within: readonly RelPath[];
  /** Globs in gitignore syntax; empty `include` means everything. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** `remove`: files recorded as created after the instant go; `keep`: they are only listed. */
  readonly deletions: "keep" | "remove";
  /**
   * What to do with a file that exists: `always` writes it even when it is as wanted already,
   * `if-changed` only when content or mode differ, `never` leaves it. The words are restic's.
   */
  readonly overwrite: "always" | "if-changed" | "never";
}

/** What is on disk at a path the restore may touch. */
export type DiskState =
  | { readonly kind: "absent" }
  | {
      readonly kind: "file" | "link";
      /** `null` when the content was not read: too large or unreadable. */
      readonly hash: BlobId | null;
      readonly mode: FileMode;
      /** The row that holds exactly this content; `null` when none does, so it must not be destroyed. */
      readonly snapshot: SnapshotId | null;
    }
  | { readonly kind: "directory" | "special" };

export interface WantedFile {
  readonly path: RelPath;
  readonly snapshot: SnapshotId;
  readonly hash: BlobId;
  readonly mode: FileMode;
  readonly bytes: number;
}

export type RestoreAction =
  /** `disk`: what is replaced; `absent` when the file comes back. */
  | {
      readonly kind: "write";
      readonly path: RelPath;
      readonly disk: DiskState;
      readonly wanted: WantedFile;
    }
  | {
      readonly kind: "chmod";
      readonly path: RelPath;
      readonly disk: DiskState;
      readonly wanted: WantedFile;
    }
  | { readonly kind: "delete"; readonly path: RelPath; readonly disk: DiskState }
  /** Created after the instant and left alone. */
  | { readonly kind: "kept_newer"; readonly path: RelPath; readonly disk: DiskState }
  /** Differs from the target and left alone because of `overwrite`. */
  | {
      readonly kind: "kept_changed";
      readonly path: RelPath;
      readonly disk: DiskState;
      readonly wanted: WantedFile;
    }
  /** Cannot be done safely; nothing is applied to this path. */
  | { readonly kind: "refused"; readonly path: RelPath; readonly why: RefusalReason };

export type RefusalReason =
  | "content_lost"
  | "directory_in_the_way"
  | "special_file_in_the_way"
  | "parent_is_not_a_directory"
  | "unsafe_path";

/** What a restore would do, in path order, without what is already as wanted. */
export interface RestorePlan {
  /** `pl-` and 8 hex digits: a digest of request and actions. Equal plans have equal ids. */
  readonly id: string;
  readonly request: RestoreRequest;
  readonly actions: readonly RestoreAction[];
  /** Files already as wanted. */
  readonly unchanged: number;
}

/** What the world says about the paths a restore may touch. */
export interface RestoreFacts {
  /** The recorded files at the target, in path order. */
  readonly wanted: readonly WantedFile[];
  /** Recorded files on disk that the target does not have, in path order. */
  readonly newer: readonly RelPath[];
  readonly disk: (path: RelPath) => DiskState;
  /** False when something other than a directory stands where one of the path's parents must be. */
  readonly isReachable: (path: RelPath) => boolean;
  /** True when the content can be read back; asked only for what would be written. */
  readonly isKept: (hash: BlobId) => boolean;
  readonly digest: (text: string) => string;
}

/** Plans a restore: says for every path what would happen and why, and changes nothing. */
export function planRestore(request: RestoreRequest, facts: RestoreFacts): RestorePlan {
  const actions: RestoreAction[] = [];
  let unchanged = 0;
  for (const wanted of facts.wanted) {
    const action = decideWanted(wanted, request, facts);
    if (action === undefined) unchanged += 1;
    else actions.push(action);
  }
  for (const path of facts.newer) {
    const action = decideNewer(path, request, facts);
    if (action !== undefined) actions.push(action);
  }
  actions.sort((a, b) => comparePaths(a.path, b.path));
  return {
    id: `pl-${facts.digest(fingerprint(request, actions)).slice(0, 8)}`,
    request,
    actions,
    unchanged,
  };
}

function decideWanted(
  wanted: WantedFile,
  request: RestoreRequest,
  facts: RestoreFacts,
): RestoreAction | undefined {
  const { path } = wanted;
  if (!isSafePath(path)) return { kind: "refused", path, why: "unsafe_path" };
  // Asked before the disk: through a link among the parents it would show somebody else's files.
  if (!facts.isReachable(path)) return { kind: "refused", path, why: "parent_is_not_a_directory" };
  const disk = facts.disk(path);
  const isThere = disk.kind === "file" || disk.kind === "link";
  if (isThere && disk.hash === wanted.hash && request.overwrite !== "always") {
    if (disk.mode === wanted.mode) return undefined;
  }
  if (disk.kind === "directory") return { kind: "refused", path, why: "directory_in_the_way" };
  if (disk.kind === "special") return { kind: "refused", path, why: "special_file_in_the_way" };
  if (isThere && request.overwrite === "never") return { kind: "kept_changed", path, disk, wanted };
  if (!facts.isKept(wanted.hash)) return { kind: "refused", path, why: "content_lost" };
  const isModeOnly = isThere && disk.hash === wanted.hash && disk.mode !== wanted.mode;
  return { kind: isModeOnly ? "chmod" : "write", path, disk, wanted };
}

function decideNewer(
  path: RelPath,
  request: RestoreRequest,
  facts: RestoreFacts,
): RestoreAction | undefined {
  if (!isSafePath(path)) return { kind: "refused", path, why: "unsafe_path" };
  if (!facts.isReachable(path)) return undefined;
  const disk = facts.disk(path);
  if (disk.kind !== "file" && disk.kind !== "link") return undefined;
  // Only what is recorded may be deleted: the content must be one the timeline can give back.
  const isRecorded = disk.snapshot !== null;
  const isRemoved = request.deletions === "remove" && isRecorded;
  return { kind: isRemoved ? "delete" : "kept_newer", path, disk };
}

/** Everything that makes one plan another: row ids are left out, as the same bytes may be recorded meanwhile. */
function fingerprint(request: RestoreRequest, actions: readonly RestoreAction[]): string {
  const lines = actions.map((action) => {
    const disk = "disk" in action ? action.disk : undefined;
    const before =
      disk !== undefined && "hash" in disk ? [disk.kind, disk.hash, disk.mode] : [disk?.kind];
    const after = "wanted" in action ? [action.wanted.hash, action.wanted.mode] : [];
    return [action.kind, pathToColumn(action.path), before, after];
  });
  const asked = [
    request.target,
    request.within.map(pathToColumn),
    request.include,
    request.exclude,
  ];
  return JSON.stringify([asked, request.deletions, request.overwrite, lines]);
}
