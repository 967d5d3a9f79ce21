import { type AbsPath, type BlobId, UnfError } from "@unf/core/base";
import type { ObjectStore } from "@unf/core/ports";
import type { ObjectStorePorts } from "./ports.ts";

/** No object is larger than what can be recorded; a larger file is no object. */
const objectBytesMax = 2 ** 31 - 1;

export type Found = ReturnType<ObjectStore["get"]>;

/** The content of one file, which counts only when its digest is the one asked for. */
export function readObject(
  { fs, digest }: Pick<ObjectStorePorts, "fs" | "digest">,
  path: AbsPath,
  hash: BlobId,
): Found {
  const read = fs.read(path, objectBytesMax);
  switch (read.kind) {
    case "gone":
      return { kind: "missing" };
    case "not_regular":
    case "too_large":
      return { kind: "damaged" };
    case "unreadable":
      // A sector that cannot be read: another copy can take the place of this one.
      if (read.code === "EIO") return { kind: "damaged" };
      throw new UnfError("failed", `cannot read the object ${hash} (${read.code})`);
    case "content":
    case "unstable": {
      const intact = read.stat.kind === "file" && digest(read.bytes) === hash;
      return intact ? { kind: "found", bytes: read.bytes } : { kind: "damaged" };
    }
  }
}
