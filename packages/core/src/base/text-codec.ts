// The two text codecs every JavaScript runtime has. Declared here because the pure packages are
// compiled without the types of Node and of the DOM.
interface Decoder {
  decode(bytes: Uint8Array): string;
}
interface Encoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare const TextDecoder: new (
  label: "utf-8",
  options: { fatal: boolean; ignoreBOM: boolean },
) => Decoder;
declare const TextEncoder: new () => Encoder;

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
const encoder = new TextEncoder();

/** Bytes of `text` in UTF-8. Lone surrogates become U+FFFD. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Text of `bytes`, or `undefined` when they are not well-formed UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch (thrown) {
    if (thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}

/** Text of `bytes` for showing to a person: what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8Lossy(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}
