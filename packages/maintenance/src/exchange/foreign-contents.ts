import { type AbsPath, type BlobId, joinPath, type RelPath } from "@unf/core/base";
import type { ForeignHistories } from "@unf/core/exchange";
import type { Digest, FileSystem } from "@unf/core/ports";

/** Larger contents are none of a text file. agent-undo keeps 100 MB at most. */
const contentBytesMax = 128 * 1024 * 1024;

interface ForeignPorts {
  readonly fs: FileSystem;
  readonly digest: Digest;
  readonly foreign: Pick<ForeignHistories, "unpack">;
}

/** A content of another program's store, its digest checked; why it cannot be had otherwise. */
export function readForeignContent(
  { fs, digest, foreign }: ForeignPorts,
  objects: AbsPath,
  hash: BlobId,
): Uint8Array | "missing" | "damaged" {
  const place = joinPath(objects, `${hash.slice(0, 2)}/${hash.slice(2)}` as RelPath);
  const outcome = fs.read(place, contentBytesMax);
  if (outcome.kind === "gone" || outcome.kind === "unreadable") return "missing";
  if (outcome.kind !== "content") return "damaged";
  const { bytes } = outcome;
  if (digest(bytes) === hash) return bytes;
  // Both programs name a content by the bytes of the file; one may have packed what it wrote.
  const unpacked = foreign.unpack(bytes, contentBytesMax);
  return unpacked !== undefined && digest(unpacked) === hash ? unpacked : "damaged";
}
