import { zstdDecompressSync } from "node:zlib";
import {
  type AbsPath,
  type BlobId,
  type Digest,
  type FileSystem,
  joinPath,
  type RelPath,
  systemCode,
} from "@unf/core";

/** Larger contents are none of a text file. agent-undo keeps 100 MB at most. */
const contentBytesMax = 128 * 1024 * 1024;

/** A content of another program's store, its digest checked; why it cannot be had otherwise. */
export function readForeignContent(
  {
    fs,
    digest,
    objects,
  }: { readonly fs: FileSystem; readonly digest: Digest; readonly objects: AbsPath },
  hash: BlobId,
): Uint8Array | "missing" | "damaged" {
  const place = joinPath(objects, `${hash.slice(0, 2)}/${hash.slice(2)}` as RelPath);
  const outcome = fs.read(place, contentBytesMax);
  if (outcome.kind === "gone" || outcome.kind === "unreadable") return "missing";
  if (outcome.kind !== "content") return "damaged";
  const { bytes } = outcome;
  if (digest(bytes) === hash) return bytes;
  const unpacked = unpack(bytes);
  return unpacked !== undefined && digest(unpacked) === hash ? unpacked : "damaged";
}

/** Both programs name a content by the bytes of the file; one may have packed what it wrote. */
function unpack(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: contentBytesMax });
  } catch (thrown) {
    // No zstd, cut off, or too long: in every case not this content.
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
