import { type Blob, giveBack } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type Compression, canBeDictionary } from "@unf/core/ports";
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

/** A content that the next one of its chain can be made from. */
interface Link {
  /** Contents that must be expanded to read it, itself included. */
  readonly depth: number;
  /** The bytes of all of them. */
  readonly pathBytes: number;
}

/**
 * Which link of a path, from its first content to the newest, the next content is made from: the
 * newest where reading stays cheap, else the deepest in the first half, so that no chain grows
 * without end and not every content begins a chain of its own. `undefined`: none.
 */
function chooseBase(path: readonly Link[], bytes: number): number | undefined {
  const fits = (at: number): boolean => {
    const link = path[at];
    if (link === undefined) return false;
    const { depthMax, pathBytesMax } = limits.pack;
    return link.depth < depthMax && link.pathBytes + bytes <= pathBytesMax;
  };
  if (fits(path.length - 1)) return path.length - 1;
  for (let at = (path.length >> 1) - 1; at >= 0; at -= 1) if (fits(at)) return at;
  return undefined;
}
