import {
  type AbsPath,
  type Compression,
  type FileSystem,
  limits,
  systemCode,
  UnfError,
} from "@unf/core";
import {
  decodeFooter,
  decodeHeader,
  type EntryHeader,
  footerBytes,
  headerBytes,
  type PackFooter,
} from "./pack-format.ts";

/** An entry as it stands in the file. */
export interface PackEntry extends EntryHeader {
  readonly frame: Uint8Array;
}

/** Read along with the header: most frames are smaller. */
const guessBytes = 2048;
/** Read along with that: most contents are made from the entries before them. */
const behindBytes = 16 * 1024;
/** The same where one entry after the other is read. */
const aheadBytes = 128 * 1024;

/** What a pack may ask of a reader, however damaged. A sound one stays far below. */
const { readBytesMax, readDepthMax } = limits.pack;

/** Contents that the next ones are probably made from. Unit: bytes. */
const cacheBytesMax = 2 * limits.pack.pathBytesMax;

/** The entries of one pack. What cannot be read is `undefined`, whether damaged or gone. */
export class PackFile {
  readonly #fs: FileSystem;
  readonly #path: AbsPath;
  readonly #compression: Compression;
  /** Contents by the offset of their entry; only where all of them are read. */
  readonly #cache: Map<number, Uint8Array> | undefined;
  #cacheBytes = 0;
  /** What was read last of the entries. */
  #window: { readonly at: number; readonly bytes: Uint8Array } | undefined;

  /** `cached`: for who reads one entry after the other. */
  constructor(
    { fs, compression }: { readonly fs: FileSystem; readonly compression: Compression },
    path: AbsPath,
    cached: boolean,
  ) {
    this.#fs = fs;
    this.#path = path;
    this.#compression = compression;
    this.#cache = cached ? new Map() : undefined;
  }

  /** `undefined` when there is no such file or it is no sound pack. */
  readFooter(): PackFooter | undefined {
    const stat = this.#fs.lstat(this.#path);
    if (stat?.kind !== "file") return undefined;
    const size = Number(stat.size);
    const bytes = this.readPart(size - footerBytes, footerBytes);
    return bytes === undefined ? undefined : decodeFooter(bytes, size);
  }

  /** Fewer bytes where the file ends. */
  readPart(offset: number, length: number): Uint8Array | undefined {
    if (offset < 0) return undefined;
    try {
      return this.#fs.readRange(this.#path, offset, length);
    } catch (thrown) {
      const code = systemCode(thrown);
      // A sector that cannot be read: another copy can take the place of this one.
      if (code === "EIO") return undefined;
      if (code === undefined) throw thrown;
      throw new UnfError("failed", `cannot read the pack ${this.#path} (${code})`, {
        cause: thrown,
      });
    }
  }

  readEntry(offset: number): PackEntry | undefined {
    const begin = this.#readNear(offset, headerBytes + guessBytes);
    const header = begin && decodeHeader(begin, offset);
    if (begin === undefined || header === undefined) return undefined;
    const end = headerBytes + header.frameBytes;
    const whole = end <= begin.length ? begin : this.readPart(offset, end);
    if (whole === undefined || whole.length < end) return undefined;
    return { ...header, frame: whole.subarray(headerBytes, end) };
  }

  /** Fewer bytes where the file ends, as `readPart`; a copy is not made. */
  #readNear(offset: number, length: number): Uint8Array | undefined {
    const { at, bytes } = this.#window ?? { at: 0, bytes: new Uint8Array(0) };
    const isThere = offset >= at && offset + length <= at + bytes.length;
    if (isThere) return bytes.subarray(offset - at, offset - at + length);
    const from = this.#cache === undefined ? Math.max(0, offset - behindBytes) : offset;
    const end = this.#cache === undefined ? offset + length : offset + aheadBytes;
    const read = this.readPart(from, end - from);
    if (read === undefined) return undefined;
    this.#window = { at: from, bytes: read };
    return read.subarray(offset - from, offset - from + length);
  }

  /** The content of the entry at `offset`. Its digest is not checked. */
  readContent(offset: number): Uint8Array | undefined {
    const chain: { readonly at: number; readonly entry: PackEntry }[] = [];
    let bytes: Uint8Array | undefined;
    let budget = readBytesMax;
    for (let at = offset; at !== 0; ) {
      bytes = this.#cache?.get(at);
      if (bytes !== undefined) break;
      const entry = this.readEntry(at);
      budget -= entry?.contentBytes ?? 0;
      if (entry === undefined || chain.length > readDepthMax || budget < 0) return undefined;
      chain.push({ at, entry });
      at = entry.base;
    }
    for (const { at, entry } of chain.reverse()) {
      bytes = this.#compression.expand(entry.frame, bytes, entry.contentBytes);
      if (bytes === undefined) return undefined;
      this.remember(at, bytes);
    }
    return bytes;
  }

  /** Takes `bytes` for the content of the entry at `at`, for as long as there is room. */
  remember(at: number, bytes: Uint8Array): void {
    if (this.#cache === undefined) return;
    this.#cacheBytes += bytes.length - (this.#cache.get(at)?.length ?? 0);
    this.#cache.set(at, bytes);
    for (const [oldest, content] of this.#cache) {
      if (this.#cacheBytes <= cacheBytesMax) break;
      this.#cache.delete(oldest);
      this.#cacheBytes -= content.length;
    }
  }
}
