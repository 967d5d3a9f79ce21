import { type Blob, giveBack } from "@unf/core/base";
import { type Compression, canBeDictionary } from "@unf/core/ports";
import { chooseBase, type Link } from "./choose-base.ts";
import { Lineage, type LineageLink } from "./lineage.ts";
import type { PackWriter } from "./pack-writer.ts";

/** A content of the chain that is being written. */
interface WrittenLink extends Link, LineageLink {}

/** Writes chains of contents into a pack, of which each is like the one before. */
export class ChainWriter {
  readonly #compression: Compression;
  readonly #writer: PackWriter;
  /** Of the newest content. */
  readonly #lineage = new Lineage<WrittenLink>();

  constructor(compression: Compression, writer: PackWriter) {
    this.#compression = compression;
    this.#writer = writer;
  }

  /** Begins a chain: the next content is like none before. */
  begin(): void {
    this.#lineage.cut(0);
  }

  /** Leaves out what the pack has already. */
  async add({ hash, bytes }: Blob): Promise<void> {
    if (this.#writer.offsetOf(hash) !== undefined) return;
    const frame = await this.#makeFrame(bytes);
    const base = this.#lineage.links.at(-1);
    const offset = await this.#writer.add({ hash, bytes: bytes.length }, frame, base?.offset ?? 0);
    giveBack(frame);
    const link = {
      offset,
      bytes: bytes.length,
      depth: (base?.depth ?? 0) + 1,
      pathBytes: (base?.pathBytes ?? 0) + bytes.length,
    };
    // A content that cannot be a dictionary ends its chain.
    if (canBeDictionary(bytes)) this.#lineage.add(link, bytes);
    else this.#lineage.cut(0);
  }

  /** A content's frame. What it is made from is the newest of the lineage then. */
  async #makeFrame(bytes: Uint8Array): Promise<Uint8Array> {
    const at = chooseBase(this.#lineage.links, bytes.length);
    this.#lineage.cut(at === undefined ? 0 : at + 1);
    const frame = await this.#compression.compress(bytes, this.#lineage.newest);
    if (at === undefined || frame.length <= bytes.length / 2) return frame;
    // Little is left of what it was: it begins anew where that costs hardly more.
    const alone = await this.#compression.compress(bytes, undefined);
    if (alone.length > frame.length * 1.25) return frame;
    this.#lineage.cut(0);
    return alone;
  }
}
