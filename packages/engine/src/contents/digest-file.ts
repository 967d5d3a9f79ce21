import { type AbsPath, type BlobId, encodeUtf8 } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Digest, EntryStat, FileSystem } from "@unf/core/ports";

/** Digest and stat of a file whose content is not kept. */
export interface FileDigest {
  readonly hash: BlobId;
  readonly stat: EntryStat;
  /** It was written to while it was read. */
  readonly isTorn: boolean;
}

/**
 * The digest of a file's content; of a larger one than `limits.capture.digestedBytesMax` that of its
 * inode, size and mtime. `undefined` for what is no regular file by now, or may not be read.
 */
export function digestFile(
  { fs, digest }: { readonly fs: FileSystem; readonly digest: Digest },
  address: AbsPath,
  root?: AbsPath,
): FileDigest | undefined {
  const read = fs.read(address, limits.capture.digestedBytesMax, root);
  if (read.kind === "too_large")
    return { hash: digestStat(digest, read.stat), stat: read.stat, isTorn: false };
  if (read.kind !== "content" && read.kind !== "unstable") return undefined;
  if (read.stat.kind !== "file") return undefined;
  return { hash: digest(read.bytes), stat: read.stat, isTorn: read.kind === "unstable" };
}

/** Stands for the digest of a content that is not read. */
export function digestStat(digest: Digest, { ino, size, mtimeNs }: EntryStat): BlobId {
  return digest(encodeUtf8(`unf:stat ${ino} ${size} ${mtimeNs}`));
}
