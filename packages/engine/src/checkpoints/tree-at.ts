import {
  type BlobId,
  encodeUtf8,
  pathToColumn,
  type RelPath,
  type SnapshotId,
} from "@unf/core/base";
import type { Digest, TimelineReader } from "@unf/core/ports";
import { type FileMode, keptRows } from "@unf/core/timeline";

/** A recorded file or link of a tree. */
export interface TreeEntry {
  readonly path: RelPath;
  /** Digest of the content; of a link, of its target. */
  readonly hash: BlobId;
  readonly mode: FileMode;
}

/** The recorded tree at a row, in path order. 0: before the first row, when it was empty. */
export function* treeAt(
  timeline: TimelineReader,
  id: SnapshotId | 0,
  within: readonly RelPath[] = [],
): Generator<TreeEntry> {
  // The state at a checkpoint, which is what trees are taken of, is never thinned.
  for (const { path, hash, mode } of keptRows(timeline.stateAt({ id: id as SnapshotId }, within))) {
    if (hash !== null) yield { path, hash, mode };
  }
}

/**
 * One digest for a whole tree: that of the lines `<mode in octal> <hash> <path>\n`, the path as
 * timelines spell it, in path order. Equal trees have equal digests, whoever recorded them.
 */
export function treeDigest(entries: Iterable<TreeEntry>, digest: Digest): BlobId {
  const lines: string[] = [];
  for (const { path, hash, mode } of entries) {
    lines.push(`${mode.toString(8)} ${hash} ${pathToColumn(path)}\n`);
  }
  return digest(encodeUtf8(lines.join("")));
}
