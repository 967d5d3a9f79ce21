import { decodeUtf8Lossy } from "../base/text-codec.ts";

/** The lines of a content as text, without their line ends. What is not UTF-8 becomes U+FFFD. */
export function textLines(bytes: Uint8Array): string[] {
  return splitTextLines(decodeUtf8Lossy(bytes));
}

/** The lines of a text without their line ends. There is none behind the last newline. */
export function splitTextLines(text: string): string[] {
  const lines = text.split(lineEnd);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

const lineEnd = /\r?\n/;
