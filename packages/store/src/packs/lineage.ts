import { limits } from "@unf/core/config";

/** The facts known of a content in a lineage. */
export interface LineageLink {
  /** Where its entry begins. */
  readonly offset: number;
  readonly bytes: number;
}

/** Bytes that a chain of ours takes at most. Memory that nothing is written to is not taken. */
const roomBytes = limits.pack.pathBytesMax;

/**
 * A content behind those that it was made from, the oldest first. All of them lie in one piece of
 * memory that is used again: thousands of buffers that live for a while each are garbage for longer.
 */
export class Lineage<Link extends LineageLink> {
  #links: Link[] = [];
  #memory = new Uint8Array(0);
  #end = 0;

  get links(): readonly Link[] {
    return this.#links;
  }

  /** The last content, until the next call; `undefined` when there is none. */
  get newest(): Uint8Array | undefined {
    const last = this.#links.at(-1);
    return last && this.#memory.subarray(this.#end - last.bytes, this.#end);
  }

  /** Leaves the first `count` contents. */
  cut(count: number): void {
    for (const { bytes } of this.#links.splice(count)) this.#end -= bytes;
  }

  /** Adds a copy of `bytes`, as long as the link says. */
  add(link: Link, bytes: Uint8Array): void {
    this.#makeRoom(this.#end + bytes.length);
    this.#memory.set(bytes, this.#end);
    this.#end += bytes.length;
    this.#links.push(link);
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#memory.length) return;
    const larger = new Uint8Array(Math.max(roomBytes, bytes));
    larger.set(this.#memory.subarray(0, this.#end));
    this.#memory = larger;
  }
}
