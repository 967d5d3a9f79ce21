import { displayWidth, takeLeft, takeRight } from "@unf/core/query";

export { countOf, displayWidth, groupDigits } from "@unf/core/query";

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

/** Shortens a text to `width` by leaving out its end. */
export function shortenText(text: string, width: number, ellipsis: string): string {
  if (displayWidth(text) <= width) return text;
  return takeLeft(text, Math.max(0, width - displayWidth(ellipsis))) + ellipsis;
}

/** A terminal as far as a line has to fit into it. */
export interface LineRoom {
  readonly terminal: { readonly width?: number | undefined };
  readonly signs: { readonly ellipsis: string };
  readonly isVerbose: boolean;
}

/** A prompt or a name in the middle of a line, as much of it as the line has room for; whole with -v. */
export function fitMiddle(
  before: string,
  middle: string,
  after: string,
  { terminal: { width }, signs, isVerbose }: LineRoom,
): string {
  if (width === undefined || isVerbose) return before + middle + after;
  const room = width - displayWidth(before) - displayWidth(after);
  return before + shortenText(middle, Math.max(middleMin, room), signs.ellipsis) + after;
}

/** Narrower than this no text says anything. */
const middleMin = 12;

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
