import { decodeUtf8 } from "@unf/core/base";

/**
 * True when a terminal would obey something in the content instead of showing it: escape sequences,
 * a lone carriage return, other controls of C0 and C1, or bytes that are not UTF-8.
 */
export function actsOnTerminal(bytes: Uint8Array): boolean {
  const text = decodeUtf8(bytes);
  return text === undefined || acting.test(text);
}

/** Tab, newline, form feed and the carriage return of a Windows line end are harmless. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const acting = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]|\r(?!\n)/u;
