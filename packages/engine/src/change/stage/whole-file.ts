import { type AbsPath, type BlobId, encodeUtf8 } from "@unf/core/base";
import type { Digest, FileSystem } from "@unf/core/ports";

/** Files that are kept aside may be of any size: never more of one is held at a time. Unit: bytes. */
const pieceBytes = 2 ** 20;

type Reads = Pick<FileSystem, "lstat" | "readRange">;

/**
 * The digest of a file's bytes; of one of 1 MiB or more that of the digests of its pieces, in hex
 * and in order. `undefined` when no regular file is there.
 */
export function digestWhole(
  fs: Pick<Reads, "readRange">,
  digest: Digest,
  path: AbsPath,
): BlobId | undefined {
  const first = fs.readRange(path, 0, pieceBytes);
  if (first === undefined) return undefined;
  if (first.length < pieceBytes) return digest(first);
  const digests: string[] = [digest(first)];
  for (let at = pieceBytes; ; at += pieceBytes) {
    const piece = fs.readRange(path, at, pieceBytes);
    if (piece === undefined) return undefined;
    if (piece.length > 0) digests.push(digest(piece));
    if (piece.length < pieceBytes) return digest(encodeUtf8(digests.join("")));
  }
}

/** Byte for byte, as far as the first one goes; two names of one file are alike. */
export function isPartOf(fs: Reads, path: AbsPath, whole: AbsPath): boolean {
  const [part, all] = [fs.lstat(path), fs.lstat(whole)];
  if (part === undefined || all === undefined || part.size > all.size) return false;
  if (part.ino === all.ino && part.dev === all.dev) return true;
  for (let at = 0; at < Number(part.size); at += pieceBytes) {
    const [left, right] = [fs.readRange(path, at, pieceBytes), fs.readRange(whole, at, pieceBytes)];
    if (left === undefined || left.length === 0) return false;
    if (left.some((byte, index) => byte !== right?.[index])) return false;
  }
  return true;
}
