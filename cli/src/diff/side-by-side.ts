import { type DiffShowing, type FileDiff, maskPathOf } from "@unf/answers";
import { decodeUtf8Lossy } from "@unf/core/base";
import type { DiffLine } from "@unf/core/lines";
import { planMask, SecretMarks } from "@unf/core/mask";
import { escapeLineForDisplay } from "@unf/core/query";
import { padLeft, padRight, shortenText } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { renderHead } from "./diff-text.ts";

/** One row of two columns; `undefined`: nothing stands there. */
interface Pair {
  readonly old: Numbered | undefined;
  readonly now: Numbered | undefined;
}

interface Numbered {
  readonly line: DiffLine;
  readonly number: number;
  readonly shown: string;
}

/** In two columns a tab would lead somewhere else in each. */
const tab = "    ";

/** Columns where nobody knows how wide they may be. */
const usualWidth = 160;

/** The old lines at the left, the new ones at the right, each cut at its column. */
export function* renderSideBySide(
  diff: FileDiff,
  { reveal }: Pick<DiffShowing, "reveal">,
  view: View,
): Generator<string> {
  const { paint, signs, terminal } = view;
  yield* renderHead(diff, view);
  const marks = new SecretMarks();
  const path = maskPathOf(diff.change);
  for (const { oldStart, oldLines, newStart, newLines, lines } of diff.hunks) {
    yield paint.faint(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`);
    const texts = lines.map(({ bytes }) => decodeUtf8Lossy(bytes));
    const mask = planMask(path, texts, "certain", marks);
    const digits = String(Math.max(oldStart + oldLines, newStart + newLines)).length;
    // A sign, a number and a blank before each text, and the edge between the two.
    const room = Math.max(textMin, ((terminal.width ?? usualWidth) - 3 - 2 * (digits + 2)) >> 1);
    const shownOf = (index: number) =>
      escapeLineForDisplay(reveal ? (texts[index] ?? "") : mask(index)).replaceAll("\t", tab);
    for (const { old, now } of pairUp(lines, { oldStart, newStart }, shownOf)) {
      const left = halfOf(old, { digits, room, isFilled: true }, view);
      const right = halfOf(now, { digits, room, isFilled: false }, view);
      yield `${left} ${paint.faint(signs.edge)} ${right}`.trimEnd();
    }
  }
}

const textMin = 10;

interface Column {
  readonly digits: number;
  readonly room: number;
  /** With blanks, for there is another column behind it. */
  readonly isFilled: boolean;
}

function halfOf(
  half: Numbered | undefined,
  { digits, room, isFilled }: Column,
  { paint, signs }: View,
): string {
  if (half === undefined) return isFilled ? " ".repeat(digits + 2 + room) : "";
  const { line, number, shown } = half;
  const text = padRight(shortenText(shown, room, signs.ellipsis), isFilled ? room : 0);
  const count = paint.faint(padLeft(String(number), digits));
  if (line.op === " ") return ` ${count} ${text}`;
  const colour = line.op === "+" ? paint.added : paint.removed;
  return `${colour(line.op)}${count} ${colour(text)}`;
}

/** Removed lines beside the added ones that follow them, in their order. */
function* pairUp(
  lines: readonly DiffLine[],
  { oldStart, newStart }: { readonly oldStart: number; readonly newStart: number },
  shownOf: (index: number) => string,
): Generator<Pair> {
  const next = { old: oldStart, now: newStart };
  const numbered = (index: number, side: keyof typeof next): Numbered | undefined => {
    const line = lines[index];
    if (line === undefined) return undefined;
    const number = next[side];
    next[side] += 1;
    return { line, number, shown: shownOf(index) };
  };
  for (let at = 0; at < lines.length; ) {
    if (lines[at]?.op === " ") {
      yield { old: numbered(at, "old"), now: numbered(at, "now") };
      at += 1;
      continue;
    }
    const removed = runOf(lines, at, "-");
    const added = runOf(lines, at + removed, "+");
    for (let row = 0; row < Math.max(removed, added); row += 1)
      yield {
        old: row < removed ? numbered(at + row, "old") : undefined,
        now: row < added ? numbered(at + removed + row, "now") : undefined,
      };
    at += removed + added;
  }
}

function runOf(lines: readonly DiffLine[], from: number, op: DiffLine["op"]): number {
  let length = 0;
  while (lines[from + length]?.op === op) length += 1;
  return length;
}
