import type { ZstdCompress } from "node:zlib";

type Zlib = typeof import("node:zlib");

/**
 * The part of Node's own compressor that makes one frame in one call. Node's functions make another
 * compressor for each frame, which for a small content takes longer than to compress it.
 */
interface Handle {
  writeSync(
    flush: number,
    from: Uint8Array,
    fromAt: number,
    fromBytes: number,
    to: Uint8Array,
    toAt: number,
    toBytes: number,
  ): void;
}

interface Inside {
  readonly _handle?: Handle | null;
  /** Left after a call: room for more, and bytes not taken. */
  readonly _writeState?: Uint32Array;
}

/** Larger contents take so long that another compressor does not matter, and this one stays small. */
const contentBytesMax = 128 * 1024;

/** More than zstd ever makes of a content of that size. */
const roomBytes = contentBytesMax + 4096;

/** Makes frames one after the other, with the same compressor and the same memory. */
export class ZstdFrames {
  readonly #zlib: Zlib;
  readonly #level: number;
  #compressor: (ZstdCompress & Inside) | undefined;
  #room = new Uint8Array(0);
  #isUsable = true;

  constructor(zlib: Zlib, level: number) {
    this.#zlib = zlib;
    this.#level = level;
  }

  /** The frame of a content; `undefined` where it is too large, or this Node has it otherwise. */
  compress(bytes: Uint8Array): Uint8Array | undefined {
    if (!this.#isUsable || bytes.length > contentBytesMax) return undefined;
    const made = this.#make(bytes);
    if (made === undefined) this.#isUsable = false;
    return made;
  }

  #make(bytes: Uint8Array): Uint8Array | undefined {
    const { constants, createZstdCompress } = this.#zlib;
    this.#compressor ??= createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: this.#level },
      chunkSize: 64,
    });
    const { _handle: handle, _writeState: state } = this.#compressor;
    if (typeof handle?.writeSync !== "function" || state === undefined) return undefined;
    if (this.#room.length === 0) this.#room = new Uint8Array(roomBytes);
    const room = this.#room;
    // A call that fails leaves what the one before it said, and a frame that is none would be believed.
    state.fill(0);
    handle.writeSync(constants.ZSTD_e_end, bytes, 0, bytes.length, room, 0, room.length);
    const [left = 0, untaken] = state;
    return left === 0 || untaken !== 0 ? undefined : room.slice(0, room.length - left);
  }
}
