import { type Blob, type Compression, canBeDictionary } from "@unf/core";
import { chooseBase, type Link } from "./choose-base.ts";
import type { PackWriter } from "./pack-writer.ts";

/** A content of the chain that is being written. */
interface PathLink extends Link {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Writes contents into a pack of which each is like the one before. */
export class ChainWriter {
  readonly #compression: Compression;
  readonly #writer: PackWriter;
  /** From the content that is made from none to the newest. */
  #path: PathLink[] = [];

  constructor(compression: Compression, writer: PackWriter) {
    this.#compression = compression;
    this.#writer = writer;
  }

  /** Leaves out what the pack has already. */
  async add({ hash, bytes }: Blob): Promise<void> {
    if (this.#writer.offsetOf(hash) !== undefined) return;
    const { frame, before } = await makeFrame(this.#compression, this.#path, bytes);
    const base = before.at(-1);
    const offset = await this.#writer.add({ hash, bytes: bytes.length }, frame, base?.offset ?? 0);
    const link = {
      offset,
      bytes,
      depth: (base?.depth ?? 0) + 1,
      pathBytes: (base?.pathBytes ?? 0) + bytes.length,
    };
    // What cannot be a dictionary ends its chain.
    this.#path = canBeDictionary(bytes) ? [...before, link] : [];
  }
}

/** A content's frame, and the path to the content that it was made from. */
async function makeFrame(
  compression: Compression,
  path: readonly PathLink[],
  bytes: Uint8Array,
): Promise<{ readonly frame: Uint8Array; readonly before: readonly PathLink[] }> {
  const at = chooseBase(path, bytes.length);
  const before = at === undefined ? [] : path.slice(0, at + 1);
  const frame = await compression.compress(bytes, before.at(-1)?.bytes);
  if (before.length === 0 || frame.length <= bytes.length / 2) return { frame, before };
  // Little is left of what it was: it begins anew where that costs hardly more.
  const alone = await compression.compress(bytes, undefined);
  return alone.length <= frame.length * 1.25 ? { frame: alone, before: [] } : { frame, before };
}
