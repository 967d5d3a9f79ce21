export { countOf, groupDigits } from "@unf/core/query";

/** How wide a text is on a terminal. Counts wide letters of East Asia and emoji as two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char.codePointAt(0) ?? 0);
  return width;
}

/** The width of the widest; 0 of none. However many: they are no arguments of a call, which are few. */
export function widest(texts: readonly string[]): number {
  return largest(texts.map(displayWidth));
}

/** The largest of numbers from 0 up, however many; 0 of none. */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => (one > most ? one : most), 0);
}

/** Fills up with blanks on the right. */
export function padRight(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Fills up with blanks on the left. */
export function padLeft(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - displayWidth(text))) + text;
}

/**
 * Shortens a path to `width` by leaving out its middle: the name at the end is what tells files
 * apart, and the beginning says where.
 */
export function shortenPath(path: string, width: number, ellipsis: string): string {
  if (displayWidth(path) <= width) return path;
  const room = Math.max(0, width - displayWidth(ellipsis));
  const tail = takeRight(path, Math.ceil((room * 2) / 3));
  return takeLeft(path, room - displayWidth(tail)) + ellipsis + tail;
}

function takeLeft(text: string, width: number): string {
  let taken = "";
  let used = 0;
  for (const char of text) {
    used += charWidth(char.codePointAt(0) ?? 0);
    if (used > width) break;
    taken += char;
  }
  return taken;
}

function takeRight(text: string, width: number): string {
  let taken = "";
  let used = 0;
  for (const char of [...text].reverse()) {
    used += charWidth(char.codePointAt(0) ?? 0);
    if (used > width) break;
    taken = char + taken;
  }
  return taken;
}

function charWidth(code: number): number {
  if (code < 0x300) return 1;
  if (/\p{Mn}/u.test(String.fromCodePoint(code))) return 0;
  const isWide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return isWide ? 2 : 1;
}
