/** How wide a text is on a terminal. Counts wide letters of East Asia and emoji as two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** As much of the text's beginning as is no wider than `width`. */
export function takeLeft(text: string, width: number): string {
  let taken = "";
  let used = 0;
  for (const char of text) {
    used += charWidth(char);
    if (used > width) break;
    taken += char;
  }
  return taken;
}

/** As much of its end. */
export function takeRight(text: string, width: number): string {
  let taken = "";
  let used = 0;
  for (const char of [...text].reverse()) {
    used += charWidth(char);
    if (used > width) break;
    taken = char + taken;
  }
  return taken;
}

function charWidth(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (/\p{Mn}/u.test(char)) return 0;
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
