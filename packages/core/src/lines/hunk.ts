import type { Block } from "./block.ts";
import { newline } from "./cells.ts";
import { type LineIndex, lineAt, lineCount } from "./line-index.ts";

/** One line of a hunk: kept, removed or added. */
export interface DiffLine {
  readonly op: " " | "-" | "+";
  /** Without its newline. A view of the content that was compared: copy it to keep it. */
  readonly bytes: Uint8Array;
  /** False for a last line without newline, under which a patch says so. */
  readonly terminated: boolean;
}

/** Changed lines with some context, as in a unified diff. */
export interface Hunk {
  /** First line, counted from 1; where there are no lines, the line before, so 0 at the top. */
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly DiffLine[];
}

/** Hunks of the blocks with up to `context` kept lines around; near blocks share a hunk. */
export function planHunks(
  blocks: readonly Block[],
  before: LineIndex,
  after: LineIndex,
  context: number,
): Hunk[] {
  const hunks: Hunk[] = [];
  for (let first = 0; first < blocks.length; ) {
    let end = first + 1;
    while (end < blocks.length && gapBetween(blocks, end) <= 2 * context) end++;
    hunks.push(planHunk(blocks.slice(first, end), before, after, context));
    first = end;
  }
  return hunks;
}

/** Kept lines between the block at `index` and the one before it. */
function gapBetween(blocks: readonly Block[], index: number): number {
  return (blocks[index]?.oldFrom ?? 0) - (blocks[index - 1]?.oldTo ?? 0);
}

function planHunk(
  blocks: readonly Block[],
  before: LineIndex,
  after: LineIndex,
  context: number,
): Hunk {
  const first = blocks[0] ?? { oldFrom: 0, newFrom: 0 };
  const last = blocks.at(-1) ?? { oldTo: 0, newTo: 0 };
  const above = Math.min(context, first.oldFrom);
  const below = Math.min(context, lineCount(before) - last.oldTo);
  const oldFrom = first.oldFrom - above;
  const newFrom = first.newFrom - above;
  const oldTo = last.oldTo + below;
  const newTo = last.newTo + below;
  const lines: DiffLine[] = [];
  let kept = oldFrom;
  for (const block of blocks) {
    pushLines(lines, " ", before, kept, block.oldFrom);
    pushLines(lines, "-", before, block.oldFrom, block.oldTo);
    pushLines(lines, "+", after, block.newFrom, block.newTo);
    kept = block.oldTo;
  }
  pushLines(lines, " ", before, kept, oldTo);
  return {
    oldStart: oldFrom + (oldTo > oldFrom ? 1 : 0),
    oldLines: oldTo - oldFrom,
    newStart: newFrom + (newTo > newFrom ? 1 : 0),
    newLines: newTo - newFrom,
    lines,
  };
}

function pushLines(
  lines: DiffLine[],
  op: DiffLine["op"],
  index: LineIndex,
  from: number,
  to: number,
): void {
  for (let line = from; line < to; line++) {
    const whole = lineAt(index, line);
    const terminated = whole.at(-1) === newline;
    lines.push({ op, bytes: terminated ? whole.subarray(0, -1) : whole, terminated });
  }
}
