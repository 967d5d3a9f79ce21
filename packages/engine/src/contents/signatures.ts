import type { BlobId } from "@unf/core/base";
import type { Digest } from "@unf/core/ports";

/** Recognises formats that are not text by their first bytes. */
export interface SignaturePort {
  /** True when the bytes are text beyond doubt, so that nobody need be asked. */
  readonly isText: (firstBytes: Uint8Array) => boolean;
  /** The media type of a format that is not text. Loads the list of formats when first asked. */
  readonly read: (firstBytes: Uint8Array) => Promise<string | undefined>;
}

const firstBytesMax = 8000;
const knownMax = 1000;

/**
 * Gives the filter, which cannot wait, the answers of a library that must be waited for. What is
 * not known yet is left open: whoever captures resolves it and looks again.
 */
export class Signatures {
  readonly #port: SignaturePort;
  readonly #digest: Digest;
  readonly #known = new Map<BlobId, string | undefined>();
  #open: Uint8Array | undefined;

  constructor(port: SignaturePort, digest: Digest) {
    this.#port = port;
    this.#digest = digest;
  }

  /** The filter's question. Answers `undefined` for what is text and for what is left open. */
  readonly look = (bytes: Uint8Array): string | undefined => {
    const first = bytes.subarray(0, firstBytesMax);
    if (this.#port.isText(first)) return undefined;
    const key = this.#digest(first);
    if (!this.#known.has(key)) this.#open = first.slice();
    return this.#known.get(key);
  };

  /** Content that the last question left open; given once. */
  takeOpen(): Uint8Array | undefined {
    const open = this.#open;
    this.#open = undefined;
    return open;
  }

  async resolve(first: Uint8Array): Promise<void> {
    const mime = await this.#port.read(first);
    this.#known.set(this.#digest(first), mime);
    if (this.#known.size > knownMax) this.#known.delete([...this.#known.keys()][0] as BlobId);
  }
}
