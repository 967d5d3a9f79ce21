/** Base64 of RFC 4648 with `=` padding, as `base64 -w0` writes it. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const digits = [group >>> 18, (group >>> 12) & 63, (group >>> 6) & 63, group & 63];
    const used = Math.min(bytes.length - at, 3) + 1;
    text += digits.map((digit, index) => (index < used ? alphabet.charAt(digit) : "=")).join("");
  }
  return text;
}

/** The bytes `encodeBase64` was given; `undefined` for text it would not have written. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/]=))?$/.test(text))
    return undefined;
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 4) {
    let group = 0;
    for (let index = at; index < at + 4; index += 1) {
      group = (group << 6) | Math.max(alphabet.indexOf(text.charAt(index)), 0);
    }
    bytes.push((group >>> 16) & 255, (group >>> 8) & 255, group & 255);
  }
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const decoded = Uint8Array.from(bytes.slice(0, bytes.length - padding));
  // Unused bits of the last digit must be zero, so that bytes have one spelling.
  return encodeBase64(decoded) === text ? decoded : undefined;
}

/** Base64 for addresses: `-` and `_`, no padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The bytes `encodeBase64Url` was given; `undefined` for text it would not have written. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (/[+/=]/.test(text)) return undefined;
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  return decodeBase64(standard.padEnd(Math.ceil(text.length / 4) * 4, "="));
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
