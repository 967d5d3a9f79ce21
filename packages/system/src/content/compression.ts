import type { ZstdOptions } from "node:zlib";
import { type Compression, systemCode, UnfError } from "@unf/core";

/**
 * zstd's level. Of a real git history 6 and 9 save 3.5 and 3.8 % beyond it, 9 in more than twice the
 * time; but they find what has moved within contents above 2 MiB only with larger tables.
 */
const level = 3;

/** Each step doubles what a frame may refer back to. Between these zstd's own limits are far away. */
const windowLogMin = 10;
const windowLogMax = 27;

/** How much of a dictionary zstd looks at by itself at this level. */
const indexedBytes = 2 ** 20;

/**
 * What Node sets aside for a frame before it is made, and keeps for as long as the frame lives: not
 * much more than most of them take.
 */
const chunkMin = 512;
const chunkMax = 64 * 1024;

/** zstd as Node brings it. Loaded at the first use: most commands need none. */
export const zstd: Compression = {
  compress: (bytes, dictionary) => {
    const { zstdCompress, constants } = loadZlib();
    const dictionaryBytes = dictionary?.length ?? 0;
    const reach = Math.ceil(Math.log2(bytes.length + dictionaryBytes + 1));
    const params = {
      [constants.ZSTD_c_compressionLevel]: level,
      // Otherwise a large dictionary falls out of reach before the content ends.
      [constants.ZSTD_c_windowLog]: Math.max(windowLogMin, Math.min(windowLogMax, reach)),
      // Otherwise only its last MiB is looked at: eight times the size of the table.
      ...(dictionaryBytes > indexedBytes ? { [constants.ZSTD_c_hashLog]: reach - 3 } : {}),
    };
    const chunkSize = Math.max(chunkMin, Math.min(chunkMax, bytes.length >> 3));
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    zstdCompress(bytes, { params, chunkSize, ...given(dictionary) }, (error, frame) => {
      if (error === null) resolve(frame);
      else reject(error);
    });
    return promise;
  },
  expand: (frame, dictionary, size) => {
    const { zstdDecompressSync } = loadZlib();
    // One byte more than expected, so that the end shows without another round.
    const room = { maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size + 1) };
    try {
      const bytes = zstdDecompressSync(frame, { ...room, ...given(dictionary) });
      return bytes.length === size ? bytes : undefined;
    } catch (thrown) {
      const code = systemCode(thrown) ?? "";
      if (!isDamage(code)) throw thrown;
      return undefined;
    }
  },
};

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
