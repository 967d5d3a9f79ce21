import type { ColumnRange } from "@unf/core/lines";

/** A part of a line that looks the same. */
export interface PaintedText {
  readonly text: string;
  /** It differs from the other side. */
  readonly isMarked: boolean;
  /** Its part in its language; empty where nobody knows. */
  readonly look: string;
}

/** The line, cut where a mark or a look begins or ends. `looks`: runs from the start on, each a length and a look. */
export function paintLine(
  line: string,
  marks: readonly ColumnRange[],
  looks: readonly (readonly [length: number, look: string])[] = [],
): PaintedText[] {
  const parts: PaintedText[] = [];
  let from = 0;
  for (const [length, look] of [...looks, [line.length, ""] as const]) {
    const to = Math.min(line.length, from + length);
    for (const [start, end, isMarked] of cutAt(marks, from, to)) {
      parts.push({ text: line.slice(start, end), isMarked, look });
    }
    from = to;
  }
  return parts;
}

/** The span as its marked and unmarked parts. */
function* cutAt(
  marks: readonly ColumnRange[],
  from: number,
  to: number,
): Iterable<[number, number, boolean]> {
  let at = from;
  for (const [start, end] of marks) {
    const [first, last] = [Math.max(at, start), Math.min(to, end)];
    if (first >= last) continue;
    if (first > at) yield [at, first, false];
    yield [first, last, true];
    at = last;
  }
  if (at < to) yield [at, to, false];
}
