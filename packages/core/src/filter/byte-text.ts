import { encodePath } from "../base/path.ts";

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
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    const codes = Uint16Array.from(bytes.subarray(at, at + bytesAtOnce), codeOf);
    parts.push(String.fromCharCode(...codes));
  }
  return parts.join("");
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
