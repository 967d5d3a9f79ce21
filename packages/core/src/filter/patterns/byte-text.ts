import { encodePath } from "../../base/path.ts";

// git compares patterns with the bytes of a path; a JavaScript regular expression compares UTF-16
// units. So patterns and paths are matched as byte texts: ASCII stays as it is, and every byte
// 80–FF becomes one character of a private area. There is no letter case there, and names that are
// not UTF-8 need no care of their own. A CR goes there too: the package `ignore` would drop it.
const privateArea = 0xe100;

/** The character a CR has in byte text. */
export const carriageReturn = String.fromCharCode(privateArea + 0x0d);

/** `text` with one character per byte of the path it stands for. ASCII text is returned as it is. */
export function byteText(text: string): string {
  return isPlain(text) ? text : bytesToText(encodePath(text));
}

/** The byte text of the bytes themselves. */
export function bytesToText(bytes: Uint8Array): string {
  let text = "";
  const codes = new Uint16Array(Math.min(bytes.length, bytesAtOnce));
  for (let from = 0; from < bytes.length; from += bytesAtOnce) {
    const count = Math.min(bytesAtOnce, bytes.length - from);
    for (let at = 0; at < count; at += 1) codes[at] = codeOf(bytes[from + at] ?? 0);
    // Spread, the arguments would be counted out one by one: 0.2 s for a large file.
    text += String.fromCharCode.apply(null, codes.subarray(0, count) as unknown as number[]);
  }
  return text;
}

/** A call takes no more arguments than the stack has room for. */
const bytesAtOnce = 4096;

function codeOf(byte: number): number {
  return byte < 0x80 && byte !== 0x0d ? byte : privateArea + byte;
}

/** The bytes of a byte text. */
export function textToBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    bytes[i] = code < privateArea ? code : code - privateArea;
  }
  return bytes;
}

function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code > 0x7f || code === 0x0d) return false;
  }
  return true;
}
