import type { PaintedText } from "./paint-line.ts";

/** The first signs of a line, and how many are left out: a line of a megabyte is seconds of work for a browser. */
export function cutParts(
  parts: readonly PaintedText[],
  max: number,
): { readonly parts: readonly PaintedText[]; readonly left: number } {
  const shown: PaintedText[] = [];
  let room = max;
  let left = 0;
  for (const part of parts) {
    const text = part.text.slice(0, room);
    if (text !== "") shown.push(text === part.text ? part : { ...part, text: text.toWellFormed() });
    room -= text.length;
    left += part.text.length - text.length;
  }
  return { parts: shown, left };
}
