import { decodeUtf8 } from "@unf/core/base";

/** The bytes up to a line feed, read. */
export type Line =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "not_utf8" }
  /** Comes as soon as it is known, and is the last: the splitter takes nothing more. */
  | { readonly kind: "too_long" };

const lineFeed = 0x0a;
const usualCapacity = 1024;

/** Cuts a stream of bytes into lines. A last line without a line feed is never delivered. */
export class LineSplitter {
  /** Of a line, without its line feed. */
  bytesMax: number;
  /** The line under way, in the first `#length` bytes. */
  #begun = new Uint8Array(usualCapacity);
  #length = 0;
  #isOver = false;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  /** The lines that this chunk completes. The chunk's memory may be used again afterwards. */
  push(chunk: Uint8Array): readonly Line[] {
    const lines: Line[] = [];
    for (let at = 0; at < chunk.length && !this.#isOver; ) {
      const end = chunk.indexOf(lineFeed, at);
      const piece = chunk.subarray(at, end < 0 ? chunk.length : end);
      if (this.#length + piece.length > this.bytesMax) {
        this.#isOver = true;
        this.#begun = new Uint8Array(0);
        lines.push({ kind: "too_long" });
      } else if (end < 0) {
        this.#append(piece);
      } else {
        lines.push(this.#finish(piece));
      }
      at += piece.length + 1;
    }
    return lines;
  }

  #append(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#begun.length) {
      const larger = new Uint8Array(Math.max(length, this.#begun.length * 2));
      larger.set(this.#begun.subarray(0, this.#length));
      this.#begun = larger;
    }
    this.#begun.set(piece, this.#length);
    this.#length = length;
  }

  #finish(last: Uint8Array): Line {
    if (this.#length === 0) return decoded(last);
    this.#append(last);
    const line = decoded(this.#begun.subarray(0, this.#length));
    this.#length = 0;
    // One long line does not mean that more will come.
    if (this.#begun.length > usualCapacity) this.#begun = new Uint8Array(usualCapacity);
    return line;
  }
}

function decoded(bytes: Uint8Array): Line {
  const text = decodeUtf8(bytes);
  return text === undefined ? { kind: "not_utf8" } : { kind: "line", text };
}
