import type { BlobId } from "@unf/core/base";
import type { Digest, PackedContent } from "@unf/core/ports";
import type { PackFile } from "./pack-file.ts";
import {
  decodeRecord,
  hexToBytes,
  type PackFooter,
  type PackRecord,
  recordBytes,
} from "./pack-format.ts";

/** Records read in one go at least: about 4 KiB. */
const windowMin = 100;

/** The index of one pack: which contents it has, and where. */
export class PackIndex {
  readonly footer: PackFooter;
  /** The first 32 bits of every digest, in order; only where they are kept. */
  #beginnings: Uint32Array | undefined;
  #isAsked = false;

  constructor(footer: PackFooter) {
    this.footer = footer;
  }

  /** Digests whose beginnings are in memory: a look for what is not there then reads nothing. */
  get kept(): number {
    return this.#beginnings?.length ?? 0;
  }

  /** True until it was asked to keep them. */
  get mayKeep(): boolean {
    return !this.#isAsked;
  }

  /** Keeps them from now on, where the index can be read. Takes some 3 ms. */
  keep(file: PackFile): void {
    this.#isAsked = true;
    const { entries } = this.footer;
    const index = this.#read(file, 0, entries);
    if (index === undefined) return;
    const beginnings = new Uint32Array(entries);
    for (let at = 0; at < entries; at += 1) beginnings[at] = beginningOf(index, at * recordBytes);
    this.#beginnings = beginnings;
  }

  /** `undefined` when the pack does not have it, or its index cannot be read there. */
  find(open: () => PackFile, hash: BlobId, beginning: number): PackRecord | undefined {
    return this.#beginnings === undefined
      ? this.#search(open(), hexToBytes(hash), beginning)
      : this.#lookUp(open, this.#beginnings, hash, beginning);
  }

  /**
   * Every record, in the order of the digests, made as one goes through them; `undefined` when the
   * index is damaged.
   */
  readAll(file: PackFile, digest: Digest): Iterable<PackRecord> | undefined {
    const index = this.#read(file, 0, this.footer.entries);
    if (index === undefined || digest(index) !== this.footer.indexDigest) return undefined;
    return { [Symbol.iterator]: () => decodeAll(index) };
  }

  /** Those whose digest begins with these two digits. */
  list(file: PackFile, digits: string): PackedContent[] {
    const first = Number.parseInt(digits, 16) * 2 ** 24;
    const from = this.#guess(first, -1);
    const to = this.#guess(first + 2 ** 24, 1);
    const records = this.#decode(file, from, to);
    const [head = "", tail = ""] = [records[0]?.hash, records.at(-1)?.hash];
    const isComplete =
      (from === 0 || head.slice(0, 2) < digits) &&
      (to === this.footer.entries || tail.slice(0, 2) > digits);
    const all = isComplete ? records : this.#decode(file, 0, this.footer.entries);
    return all.filter(({ hash }) => hash.startsWith(digits));
  }

  /** Digests are evenly spread: the place is known but for a deviation that grows as the root. */
  #guess(beginning: number, side: -1 | 0 | 1): number {
    const { entries } = this.footer;
    const at = Math.floor((beginning / 2 ** 32) * entries) + side * this.#window();
    return Math.max(0, Math.min(entries, at));
  }

  #window(): number {
    return Math.max(windowMin, Math.ceil(2 * Math.sqrt(this.footer.entries)));
  }

  #search(file: PackFile, key: Uint8Array, beginning: number): PackRecord | undefined {
    let from = 0;
    let to = this.footer.entries;
    let guess = this.#guess(beginning, 0);
    while (from < to) {
      const width = this.#window();
      const start = Math.max(from, Math.min(guess - Math.floor(width / 2), to - width));
      const count = Math.min(width, to - start);
      const part = this.#read(file, start, count);
      if (part === undefined) return undefined;
      const last = (count - 1) * recordBytes;
      if (compareAt(part, 0, key) > 0) to = start;
      else if (compareAt(part, last, key) < 0) from = start + count;
      else return searchPart(part, count, key);
      // A guess that missed this far is not repaired by a second one.
      guess = Math.floor((from + to) / 2);
    }
    return undefined;
  }

  #lookUp(
    open: () => PackFile,
    beginnings: Uint32Array,
    hash: BlobId,
    beginning: number,
  ): PackRecord | undefined {
    let from = 0;
    for (let to = beginnings.length; from < to; ) {
      const middle = (from + to) >> 1;
      if ((beginnings[middle] ?? 0) < beginning) from = middle + 1;
      else to = middle;
    }
    for (let at = from; beginnings[at] === beginning; at += 1) {
      const part = this.#read(open(), at, 1);
      const record = part && decodeRecord(part, 0);
      if (record?.hash === hash) return record;
    }
    return undefined;
  }

  #decode(file: PackFile, from: number, to: number): PackRecord[] {
    const part = this.#read(file, from, to - from);
    return part === undefined ? [] : [...decodeAll(part)];
  }

  #read(file: PackFile, from: number, records: number): Uint8Array | undefined {
    const { indexAt, entries } = this.footer;
    const count = Math.min(records, entries - from);
    const part = file.readPart(indexAt + from * recordBytes, count * recordBytes);
    return part?.length === count * recordBytes ? part : undefined;
  }
}

/** The first 32 bits of a digest. */
export function beginningOfHash(hash: BlobId): number {
  return Number.parseInt(hash.slice(0, 8), 16);
}

function* decodeAll(index: Uint8Array): Generator<PackRecord, undefined> {
  for (let at = 0; at < index.length; at += recordBytes) yield decodeRecord(index, at);
  return undefined;
}

function searchPart(part: Uint8Array, count: number, key: Uint8Array): PackRecord | undefined {
  let from = 0;
  for (let to = count; from < to; ) {
    const middle = (from + to) >> 1;
    const order = compareAt(part, middle * recordBytes, key);
    if (order === 0) return decodeRecord(part, middle * recordBytes);
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return undefined;
}

function compareAt(part: Uint8Array, at: number, key: Uint8Array): number {
  for (let i = 0; i < key.length; i += 1) {
    const difference = (part[at + i] ?? 0) - (key[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function beginningOf(bytes: Uint8Array, at: number): number {
  const word =
    ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8);
  return (word | (bytes[at + 3] ?? 0)) >>> 0;
}
