import type { ZstdOptions } from "node:zlib";
import { systemCode, UnfError } from "@unf/core/base";
import type { Compression } from "@unf/core/ports";
import { ZstdFrames } from "./zstd-frames.ts";

/**
 * zstd's level. Of a real git history 6 and 9 save 3.5 and 3.8 % beyond it, 9 in more than twice the
 * time; but they find what has moved within contents above 2 MiB only with larger tables.
 */
const largeLevel = 3;

/** The same for small contents, which take no longer for it: setting up takes most of their time. */
const inlineLevel = 6;

/** Each step doubles what a frame may refer back to. Between these zstd's own limits are far away. */
const windowLogMin = 10;
const windowLogMax = 27;

/** How much of a dictionary zstd looks at by itself at this level. */
const indexedBytes = 2 ** 20;

/**
 * Inputs up to this size are compressed sooner than another thread is told of them, dictionary
 * included: some 0.5 ms.
 */
const inlineBytesMax = 64 * 1024;

/** Room that is set aside for what is made: more than the buffers out of which Node cuts small ones. */
const chunkSize = 96 * 1024;

/** zstd as Node brings it. Loaded at the first use: most commands need none. */
export const zstd: Compression = {
  compress: async (bytes, dictionary) => {
    const { createZstdCompress, zstdCompressSync } = loadZlib();
    const isInline = bytes.length + (dictionary?.length ?? 0) <= inlineBytesMax;
    const options = {
      params: planParams(isInline ? inlineLevel : largeLevel, bytes, dictionary),
      chunkSize,
      ...given(dictionary),
    };
    if (isInline) return own(zstdCompressSync(bytes, options));
    const stream = createZstdCompress({ ...options, pledgedSrcSize: bytes.length });
    stream.end(bytes);
    return ownAll((await stream.toArray()) as Buffer[]);
  },
  compressNow: (bytes) => {
    const frame = loadFrames().compress(bytes);
    if (frame !== undefined) return frame;
    const { zstdCompressSync } = loadZlib();
    const params = planParams(largeLevel, bytes, undefined);
    return own(zstdCompressSync(bytes, { params, chunkSize, pledgedSrcSize: bytes.length }));
  },
  expand: (frame, dictionary, size) => {
    const { zstdDecompressSync } = loadZlib();
    // One byte more than expected, so that the end shows without another round.
    const room = { maxOutputLength: Math.max(1, size), chunkSize: Math.max(chunkSize, size + 1) };
    try {
      const bytes = zstdDecompressSync(frame, { ...room, ...given(dictionary) });
      return bytes.length === size ? own(bytes) : undefined;
    } catch (thrown) {
      const code = systemCode(thrown) ?? "";
      if (!isDamage(code)) throw thrown;
      return undefined;
    }
  },
};

function planParams(
  level: number,
  bytes: Uint8Array,
  dictionary: Uint8Array | undefined,
): Record<number, number> {
  const { constants } = loadZlib();
  const dictionaryBytes = dictionary?.length ?? 0;
  const reach = Math.ceil(Math.log2(bytes.length + dictionaryBytes + 1));
  return {
    [constants.ZSTD_c_compressionLevel]: level,
    // Otherwise a large dictionary falls out of reach before the content ends.
    [constants.ZSTD_c_windowLog]: Math.max(windowLogMin, Math.min(windowLogMax, reach)),
    // Otherwise only its last MiB is looked at: eight times the size of the table.
    ...(dictionaryBytes > indexedBytes ? { [constants.ZSTD_c_hashLog]: reach - 3 } : {}),
  };
}

/**
 * Takes over what Node made, where it is most of its buffer, else copies it and gives the buffer back.
 * The stream behind it would hold that until all garbage is collected, thousands of contents later.
 */
function own(made: Buffer): Uint8Array {
  const { buffer, byteOffset, length } = made;
  if (isOfOne(buffer) && 2 * length > buffer.byteLength) {
    return new Uint8Array(buffer.transfer(), byteOffset, length);
  }
  return ownAll([made]);
}

/** Copies the parts of something into one, and gives their buffers back. */
function ownAll(parts: readonly Buffer[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  // One buffer may hold several parts.
  for (const buffer of new Set(parts.map((part) => part.buffer))) {
    if (isOfOne(buffer)) buffer.transfer(0);
  }
  return whole;
}

/** False for the buffers out of which Node cuts small ones: what others use may lie in them. */
function isOfOne(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  return buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize;
}

function given(dictionary: Uint8Array | undefined): Pick<ZstdOptions, "dictionary"> {
  return dictionary === undefined ? {} : { dictionary };
}

/** True where the frame is to blame, and not the machine. */
function isDamage(code: string): boolean {
  if (code === "ZSTD_error_memory_allocation") return false;
  return /^ZSTD_error_|^ERR_ZLIB_|^ERR_BUFFER_TOO_LARGE$|^Z_BUF_ERROR$/.test(code);
}

type Zlib = typeof import("node:zlib");

let zlib: Zlib | undefined;

let frames: ZstdFrames | undefined;

function loadFrames(): ZstdFrames {
  frames ??= new ZstdFrames(loadZlib(), largeLevel);
  return frames;
}

function loadZlib(): Zlib {
  if (zlib !== undefined) return zlib;
  const loaded = process.getBuiltinModule("node:zlib");
  requireDictionaries(loaded);
  zlib = loaded;
  return loaded;
}

/** A Node without them leaves the option out without a word, and would read every frame as damaged. */
function requireDictionaries({ zstdCompressSync }: Zlib): void {
  const text = Buffer.from("what both have in common, and what both have in common");
  const withIt = zstdCompressSync?.(text, { dictionary: text }).length ?? text.length;
  if (withIt < zstdCompressSync?.(text).length) return;
  throw new UnfError(
    "unsupported_node",
    `old versions are packed, and Node ${process.versions.node} cannot read packs`,
    { hint: "use Node 22.19, 24.6 or newer" },
  );
}
