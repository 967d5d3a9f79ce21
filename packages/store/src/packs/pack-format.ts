import { type BlobId, crc32, UnfError } from "@unf/core/base";

// A pack's bytes (docs/format/pack.md): begin · entries · index · footer.

/** The last byte is the version. The same eight bytes end the file. */
const magic = Uint8Array.of(0x75, 0x6e, 0x66, 0x70, 0x61, 0x63, 0x6b, 1);

export const magicBytes = magic.length;
export const headerBytes = 12;
export const recordBytes = 40;
export const footerBytes = 60;

/** More than any content that is recorded; a larger number is damage. */
const contentBytesMax = 2 ** 26;

/** The fields in front of a frame. */
export interface EntryHeader {
  readonly frameBytes: number;
  readonly contentBytes: number;
  /** Where the entry begins whose content is the dictionary; 0: there is none. */
  readonly base: number;
}

/** Where a content lies: its line in the index. */
export interface PackRecord {
  readonly hash: BlobId;
  readonly offset: number;
  readonly bytes: number;
}

/** The end of a pack: what it holds and where its index is. */
export interface PackFooter {
  readonly entries: number;
  readonly indexAt: number;
  readonly contentBytes: number;
  readonly indexDigest: string;
}

export function encodeBegin(): Uint8Array {
  return Uint8Array.from(magic);
}

export function encodeHeader({ frameBytes, contentBytes, base }: EntryHeader): Uint8Array {
  const bytes = new Uint8Array(headerBytes);
  const view = viewOf(bytes);
  view.setUint32(0, frameBytes, true);
  view.setUint32(4, contentBytes, true);
  view.setUint32(8, base, true);
  return bytes;
}

/** `undefined` where no entry can begin like this at `offset`. */
export function decodeHeader(bytes: Uint8Array, offset: number): EntryHeader | undefined {
  if (bytes.length < headerBytes) return undefined;
  const view = viewOf(bytes);
  const frameBytes = view.getUint32(0, true);
  const contentBytes = view.getUint32(4, true);
  const base = view.getUint32(8, true);
  const isSane = contentBytes <= contentBytesMax && base < offset && frameBytes > 0;
  return isSane ? { frameBytes, contentBytes, base } : undefined;
}

/** The index, its records in the order of their digests, in parts that take less than 1 ms each. */
export function* encodeIndex(records: readonly PackRecord[]): Iterable<Uint8Array> {
  const groups = Map.groupBy(records, ({ hash }) => hash.slice(0, 2));
  for (const digits of [...groups.keys()].sort()) {
    yield encodeRecords((groups.get(digits) ?? []).sort((a, b) => (a.hash < b.hash ? -1 : 1)));
  }
}

function encodeRecords(records: readonly PackRecord[]): Uint8Array {
  const bytes = new Uint8Array(records.length * recordBytes);
  const view = viewOf(bytes);
  for (const [at, { hash, offset, bytes: size }] of records.entries()) {
    bytes.set(hexToBytes(hash), at * recordBytes);
    view.setUint32(at * recordBytes + 32, offset, true);
    view.setUint32(at * recordBytes + 36, size, true);
  }
  return bytes;
}

/** The record that begins at byte `at` of a part of an index. */
export function decodeRecord(index: Uint8Array, at: number): PackRecord {
  const view = viewOf(index);
  return {
    hash: bytesToHex(index.subarray(at, at + 32)) as BlobId,
    offset: view.getUint32(at + 32, true),
    bytes: view.getUint32(at + 36, true),
  };
}

export function encodeFooter(footer: PackFooter): Uint8Array {
  const bytes = new Uint8Array(footerBytes);
  const view = viewOf(bytes);
  view.setUint32(0, footer.entries, true);
  view.setUint32(4, footer.indexAt, true);
  view.setBigUint64(8, BigInt(footer.contentBytes), true);
  bytes.set(hexToBytes(footer.indexDigest), 16);
  bytes.set(magic, 52);
  bytes.set(hexToBytes(footerChecksum(bytes)), 48);
  return bytes;
}

/** The version counts too: a flipped bit there must not look like a pack of a later unf. */
function footerChecksum(footer: Uint8Array): string {
  return crc32(joinBytes([footer.subarray(0, 48), footer.subarray(52)]));
}

/**
 * The footer of a file of this length; `undefined` when it is torn or damaged. Throws `newer_store`
 * for a pack that a later unf wrote.
 */
export function decodeFooter(bytes: Uint8Array, fileBytes: number): PackFooter | undefined {
  if (bytes.length !== footerBytes) return undefined;
  const end = bytes.subarray(52);
  if (!magic.subarray(0, 7).every((one, at) => one === end[at])) return undefined;
  if (bytesToHex(bytes.subarray(48, 52)) !== footerChecksum(bytes)) return undefined;
  if ((end[7] ?? 0) > 1) {
    throw new UnfError("newer_store", "a newer unf has written a pack that this one cannot read", {
      hint: "update unf",
    });
  }
  const view = viewOf(bytes);
  const entries = view.getUint32(0, true);
  const indexAt = view.getUint32(4, true);
  if (indexAt + entries * recordBytes + footerBytes !== fileBytes) return undefined;
  return {
    entries,
    indexAt,
    contentBytes: Number(view.getBigUint64(8, true)),
    indexDigest: bytesToHex(bytes.subarray(16, 48)),
  };
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes of a digest, or of anything else in lower-case hex digits. */
export function hexToBytes(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = (digitOf(hex, 2 * at) << 4) | digitOf(hex, 2 * at + 1);
  }
  return bytes;
}

function digitOf(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}

/** In one piece: a text that is put together byte by byte takes six times the memory. */
function bytesToHex(bytes: Uint8Array): string {
  const codes: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    codes.push(codeOf(byte >> 4), codeOf(byte & 15));
  }
  return String.fromCharCode(...codes);
}

function codeOf(digit: number): number {
  return digit < 10 ? 48 + digit : 87 + digit;
}
