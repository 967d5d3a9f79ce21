import type { BlobId, RelPath } from "@unf/core/base";
import { isEnvFile } from "@unf/core/mask";
import { type FileMode, isLinkMode, type Snapshot } from "@unf/core/timeline";

/** A file on one side of a comparison. */
export interface FileSide {
  readonly path: RelPath;
  readonly mode: FileMode;
  /** `undefined` for what is on disk now. */
  readonly snapshot: Snapshot | undefined;
  /** Size of the content. */
  readonly bytes: number;
  /** Digest of the content, where it is known without reading. */
  readonly hash: BlobId | undefined;
  /** `undefined` when it cannot be shown: too large, or not readable. */
  readonly read: () => Uint8Array | undefined;
}

/** One file that differs between two sides. At least one of them has it. */
export interface FileChange {
  readonly before: FileSide | undefined;
  readonly after: FileSide | undefined;
}

export type ChangeStatus = "create" | "modify" | "delete" | "rename";

/** The change of the file from one side to the other. */
export function statusOf({ before, after }: FileChange): ChangeStatus {
  if (before === undefined) return "create";
  if (after === undefined) return "delete";
  return before.path === after.path ? "modify" : "rename";
}

/** The path a change is listed under: the newer one. */
export function pathOf({ before, after }: FileChange): RelPath {
  return (after ?? before)?.path ?? ("" as RelPath);
}

/** The path by which secrets in the lines of both sides are masked: a file that was `.env` holds some. */
export function maskPathOf(change: FileChange): RelPath {
  const paths = [change.before?.path, change.after?.path];
  return paths.find((path) => path !== undefined && isEnvFile(path)) ?? pathOf(change);
}

/** The mode as git's trees have it, which know only links and whether a file can be run. */
export function gitMode(mode: FileMode): FileMode {
  if (isLinkMode(mode)) return 0o120000;
  return (mode & 0o100) === 0 ? 0o100644 : 0o100755;
}
