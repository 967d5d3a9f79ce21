/**
 * A name, or any other text that came from outside, as one line fit for a terminal. Characters that
 * act instead of showing become visible: controls `\x1b`, C1 controls and bidirectional, invisible
 * and line-breaking characters `\u202e`, lone surrogates `\ud800`, and a byte of a path that is not
 * UTF-8 (U+DC80–U+DCFF) `\xe9`. Everything else stays, the backslash too: this is for eyes.
 */
export function escapeForDisplay(text: string): string {
  return plain.test(text) ? text : text.replace(unsafe(), escapeOne);
}

/** Nearly every name: what follows takes Node longer to prepare than all else that a command shows. */
const plain = /^[ -~]*$/;

/** One line of a file's content: as `escapeForDisplay`, with tabs left alone. */
export function escapeLineForDisplay(line: string): string {
  return line.replace(unsafe(), (char) => (char === "\t" ? char : escapeOne(char)));
}

/**
 * Cc: C0, DEL, C1. Cs, in Unicode mode: surrogates without partner. Then the marks and overrides of
 * writing direction, zero-width characters, line and paragraph separator, and the tag characters,
 * which spell ASCII that no one sees. In a function, because Node looks classes of characters up when it
 * meets the expression, and most commands need none.
 */
const unsafe = () =>
  /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

function escapeOne(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${hex(code - 0xdc00, 2)}`;
  return code > 0xffff ? `\\u{${hex(code, 5)}}` : `\\u${hex(code, 4)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
