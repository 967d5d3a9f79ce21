import type { BlobId } from "../base/brand.ts";

/** Names a content among those of a project: its first 52 bits, so that a million take little memory. */
export type ContentKey = number;

/**
 * Room that a content of this size gives back to the disk once no row refers to it. Unit: bytes.
 */
export type SizeOf = (hash: BlobId, bytes: number) => number;

export function contentKey(hash: BlobId): ContentKey {
  return Number.parseInt(hash.slice(0, 13), 16);
}

/** Adds up the sizes of the distinct contents of the rows that stay. */
export class ContentMeter {
  readonly #sizes = new Map<ContentKey, number>();
  readonly #uses = new Map<ContentKey, number>();
  #all = 0;
  #kept = 0;

  /** Size of all contents that were added, and of those that a row that stays refers to. Unit: bytes. */
  get all(): number {
    return this.#all;
  }

  get kept(): number {
    return this.#kept;
  }

  add(hash: BlobId, bytes: number, isKept: boolean): ContentKey {
    const key = contentKey(hash);
    if (!this.#sizes.has(key)) {
      this.#sizes.set(key, bytes);
      this.#all += bytes;
    }
    if (isKept) this.keep(key);
    return key;
  }

  keep(key: ContentKey): void {
    const uses = this.#uses.get(key) ?? 0;
    this.#uses.set(key, uses + 1);
    if (uses === 0) this.#kept += this.#sizes.get(key) ?? 0;
  }

  /** A row that was to stay goes. */
  drop(key: ContentKey): void {
    const uses = (this.#uses.get(key) ?? 0) - 1;
    this.#uses.set(key, uses);
    if (uses === 0) this.#kept -= this.#sizes.get(key) ?? 0;
  }
}
