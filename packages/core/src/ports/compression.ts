/** zstd frames, each made with an earlier content at hand or without one. */
export interface Compression {
  /**
   * One frame that tells its content's size. With `dictionary`, what both have in common is left
   * out, and only the same dictionary brings the content back. Works beside everything else.
   */
  compress(bytes: Uint8Array, dictionary: Uint8Array | undefined): Promise<Uint8Array>;
  /** A frame made from nothing, at once and with less effort: for whoever must not wait for it. */
  compressNow(bytes: Uint8Array): Uint8Array;
  /**
   * The content of a frame; never takes more memory than `size` asks for. `undefined` when the frame
   * is damaged, the dictionary another, or the content not of exactly this size. Check its digest.
   */
  expand(
    frame: Uint8Array,
    dictionary: Uint8Array | undefined,
    size: number,
  ): Uint8Array | undefined;
}

/** False for the few contents that zstd would take for a dictionary in its own format. */
export function canBeDictionary(bytes: Uint8Array): boolean {
  return (
    bytes.length >= dictionaryBytesMin && !dictionaryMagic.every((one, at) => one === bytes[at])
  );
}

/** zstd leaves smaller ones out. */
const dictionaryBytesMin = 8;

/** The first bytes of a dictionary that `zstd --train` made, little-endian 0xEC30A437. */
const dictionaryMagic = [0x37, 0xa4, 0x30, 0xec];
