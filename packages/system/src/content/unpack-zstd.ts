import { zstdDecompressSync } from "node:zlib";
import { systemCode } from "@unf/core/base";

/** The content of a frame whose size is not known; `undefined` where it is no frame, cut off, or too long. */
export function unpackZstd(bytes: Uint8Array, bytesMax: number): Uint8Array | undefined {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: bytesMax });
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
