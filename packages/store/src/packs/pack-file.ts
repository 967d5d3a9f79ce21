import { type AbsPath, giveBack, systemCode, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Compression, FileSystem } from "@unf/core/ports";
import { Lineage, type LineageLink } from "./lineage.ts";
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

/** Bounds on the reads that a pack may cause, however damaged. A sound one stays far below. */
const { readBytesMax, readDepthMax } = limits.pack;

/** Chains of an earlier program may be longer than ours. Unit: bytes. */
const keptBytesMax = 2 * limits.pack.pathBytesMax;

/** The entries of one pack. What cannot be read is `undefined`, whether damaged or gone. */
export class PackFile {
  readonly #fs: FileSystem;
  readonly #path: AbsPath;
  readonly #compression: Compression;
  /**
   * Of the content read last; only where one entry after the other is read. The next one is made from
   * one of these, or from none.
   */
  readonly #lineage: Lineage<LineageLink> | undefined;
  /** Contents that were given, not read. */
  readonly #given = new Map<number, Uint8Array>();
  #givenBytes = 0;
  /** The bytes that were last read of the entries. */
  #window: { readonly at: number; readonly bytes: Uint8Array } | undefined;

  /** `inOrder`: for who reads one entry after the other. */
  constructor(
    { fs, compression }: { readonly fs: FileSystem; readonly compression: Compression },
    path: AbsPath,
    inOrder: boolean,
  ) {
    this.#fs = fs;
    this.#path = path;
    this.#compression = compression;
    this.#lineage = inOrder ? new Lineage() : undefined;
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
    const from = this.#lineage === undefined ? Math.max(0, offset - behindBytes) : offset;
    const end = offset + (this.#lineage === undefined ? length : aheadBytes);
    const read = this.readPart(from, end - from);
    if (read === undefined) return undefined;
    this.#window = { at: from, bytes: read };
    return read.subarray(offset - from, offset - from + length);
  }

  /** The content of the entry at `offset`, in a buffer of its own. Its digest is not checked. */
  readContent(offset: number): Uint8Array | undefined {
    const chain: { readonly at: number; readonly entry: PackEntry }[] = [];
    let bytes: Uint8Array | undefined;
    let budget = readBytesMax;
    for (let at = offset; at !== 0; ) {
      bytes = this.#known(at);
      if (bytes !== undefined) break;
      const entry = this.readEntry(at);
      budget -= entry?.contentBytes ?? 0;
      if (entry === undefined || chain.length > readDepthMax || budget < 0) return undefined;
      chain.push({ at, entry });
      at = entry.base;
    }
    if (chain.length === 0) return bytes?.slice();
    if (bytes === undefined) this.#lineage?.cut(0);
    let made: Uint8Array | undefined;
    for (const { at, entry } of chain.reverse()) {
      const before = made;
      made = this.#compression.expand(entry.frame, before ?? bytes, entry.contentBytes);
      if (before !== undefined) giveBack(before);
      if (made === undefined) return undefined;
      this.#remember(at, made);
    }
    return made;
  }

  /** Takes `bytes` for the content of the entry at `at`, for as long as there is room. */
  give(at: number, bytes: Uint8Array): void {
    this.#givenBytes += bytes.length - (this.#given.get(at)?.length ?? 0);
    this.#given.set(at, bytes);
    for (const [oldest, content] of this.#given) {
      if (this.#givenBytes <= keptBytesMax) break;
      this.#given.delete(oldest);
      this.#givenBytes -= content.length;
    }
  }

  /** A content that is in memory, a given one before what was read. What was made from it is not, then. */
  #known(offset: number): Uint8Array | undefined {
    const lineage = this.#lineage;
    const given = this.#given.get(offset);
    const index = lineage?.links.findLastIndex((link) => link.offset === offset) ?? -1;
    if (given !== undefined) lineage?.cut(0);
    if (given !== undefined || index < 0) return given;
    lineage?.cut(index + 1);
    return lineage?.newest;
  }

  #remember(offset: number, bytes: Uint8Array): void {
    const lineage = this.#lineage;
    if (lineage === undefined) return;
    const sum = lineage.links.reduce((all, link) => all + link.bytes, bytes.length);
    if (sum > keptBytesMax) lineage.cut(0);
    lineage.add({ offset, bytes: bytes.length }, bytes);
  }
}
