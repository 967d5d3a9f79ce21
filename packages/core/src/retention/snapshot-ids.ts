import type { SnapshotId } from "../base/brand.ts";

/** A million ids are 128 KiB, in order without being sorted: the turn of a sort would be felt. */
export class SnapshotIds implements Iterable<SnapshotId> {
  /** Bits of `blockIds` ids each, by the number of the block. */
  readonly #blocks = new Map<number, Uint8Array>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(id: SnapshotId): void {
    const block = Math.floor(id / blockIds);
    let bits = this.#blocks.get(block);
    if (bits === undefined) {
      bits = new Uint8Array(blockIds / 8);
      this.#blocks.set(block, bits);
    }
    if (isSet(bits, id % blockIds)) return;
    bits[byteOf(id % blockIds)] = (bits[byteOf(id % blockIds)] ?? 0) | maskOf(id % blockIds);
    this.#size += 1;
  }

  delete(id: SnapshotId): void {
    const bits = this.#blocks.get(Math.floor(id / blockIds));
    if (bits === undefined || !isSet(bits, id % blockIds)) return;
    bits[byteOf(id % blockIds)] = (bits[byteOf(id % blockIds)] ?? 0) & ~maskOf(id % blockIds);
    this.#size -= 1;
  }

  has(id: SnapshotId): boolean {
    const bits = this.#blocks.get(Math.floor(id / blockIds));
    return bits !== undefined && isSet(bits, id % blockIds);
  }

  clear(): void {
    this.#blocks.clear();
    this.#size = 0;
  }

  /** The lowest first. What is added or deleted meanwhile may be missed. */
  *[Symbol.iterator](): Generator<SnapshotId> {
    for (const [first, bits] of this.#ordered()) {
      for (let at = 0; at < blockIds; at += 1) {
        if (isSet(bits, at)) yield (first + at) as SnapshotId;
      }
    }
  }

  /** Equal for equal sets. */
  bytes(): Uint8Array {
    const blocks = this.#ordered().filter(([, bits]) => bits.some((byte) => byte !== 0));
    const bytes = new Uint8Array(blocks.length * (8 + blockIds / 8));
    for (const [index, [first, bits]] of blocks.entries()) {
      const start = index * (8 + blockIds / 8);
      new DataView(bytes.buffer).setFloat64(start, first);
      bytes.set(bits, start + 8);
    }
    return bytes;
  }

  /** Blocks by the id that their first bit stands for. */
  #ordered(): (readonly [number, Uint8Array])[] {
    return [...this.#blocks]
      .sort(([a], [b]) => a - b)
      .map(([block, bits]) => [block * blockIds, bits] as const);
  }
}

const blockIds = 2 ** 15;

function isSet(bits: Uint8Array, at: number): boolean {
  return ((bits[byteOf(at)] ?? 0) & maskOf(at)) !== 0;
}

function byteOf(at: number): number {
  return at >> 3;
}

function maskOf(at: number): number {
  return 1 << (at & 7);
}
