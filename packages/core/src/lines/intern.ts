import { type Meter, stepsPerLine, stepsPerProbe } from "./budget.ts";
import { byteAt, intAt, newline } from "./cells.ts";

/** A part of a content that begins and ends at a line boundary. */
export interface Part {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  /** Lines between `from` and `to`. */
  readonly lines: number;
}

/** Two parts as sequences of numbers; equal numbers mean equal lines. Numbers count up from 0. */
export interface NumberedLines {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** How often each line stands in the part, by its number. */
  readonly inBefore: Int32Array;
  readonly inAfter: Int32Array;
  readonly table: LineTable;
}

/** A hash table of the distinct lines, with open addressing; where hashes agree bytes are compared. */
interface LineTable {
  /** Distinct lines so far. */
  size: number;
  /** Number of the line plus 1, or 0 for a free slot. The length is a power of two. */
  readonly slots: Int32Array;
  /** Three cells a line: its hash, start and end of its first copy. Side by side for the cache. */
  readonly entries: Int32Array;
  /** Holds the first copies of the lines numbered below `ownLines`; `after` those of the others. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  ownLines: number;
}

/** Numbers the lines of two parts; `undefined` when the budget does not allow it. */
export function numberLines(before: Part, after: Part, meter: Meter): NumberedLines | undefined {
  const lines = before.lines + after.lines;
  const bytes = before.to - before.from + after.to - after.from;
  if (bytes + lines * stepsPerLine > meter.left) {
    meter.left = -1;
    return undefined;
  }
  const table: LineTable = {
    size: 0,
    slots: new Int32Array(2 ** Math.ceil(Math.log2(2 * lines + 2))),
    entries: new Int32Array(3 * lines),
    before: before.bytes,
    after: after.bytes,
    ownLines: lines,
  };
  const numbered = {
    before: new Int32Array(before.lines),
    after: new Int32Array(after.lines),
    inBefore: new Int32Array(lines),
    inAfter: new Int32Array(lines),
    table,
  };
  scanLines(table, before, numbered.inBefore, numbered.before, meter);
  table.ownLines = table.size;
  scanLines(table, after, numbered.inAfter, numbered.after, meter);
  return meter.left < 0 ? undefined : numbered;
}

/** Adds to both counts the lines of a part that both contents have, where they are numbered. */
export function countSharedLines(numbered: NumberedLines, part: Part, meter: Meter): void {
  const { table, inBefore, inAfter } = numbered;
  const shared = new Int32Array(table.size);
  scanLines(table, part, shared, undefined, meter);
  for (let line = 0; line < shared.length; line++) {
    inBefore[line] = intAt(inBefore, line) + intAt(shared, line);
    inAfter[line] = intAt(inAfter, line) + intAt(shared, line);
  }
}

/**
 * Raises `counts` at the number of each line of `part`. Writes the numbers to `numbers`; without
 * it, lines that are not in the table are passed over. Stops when the budget runs out.
 */
function scanLines(
  table: LineTable,
  part: Part,
  counts: Int32Array,
  numbers: Int32Array | undefined,
  meter: Meter,
): void {
  const { bytes, to } = part;
  meter.left -= to - part.from + part.lines * stepsPerLine;
  let index = 0;
  for (let start = part.from; start < to && meter.left >= 0; index++) {
    // FNV-1a over the line with its newline.
    let hash = 0x811c9dc5 | 0;
    let end = start;
    for (let byte = -1; end < to && byte !== newline; end++) {
      byte = byteAt(bytes, end);
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    const slot = findSlot(table, bytes, start, end, hash, meter);
    let line = intAt(table.slots, slot) - 1;
    if (line < 0 && numbers !== undefined) line = addLine(table, slot, start, end, hash);
    if (line >= 0) counts[line] = intAt(counts, line) + 1;
    if (numbers !== undefined) numbers[index] = line;
    start = end;
  }
}

/** The slot that holds the line, else the free one where it belongs. */
function findSlot(
  table: LineTable,
  bytes: Uint8Array,
  start: number,
  end: number,
  hash: number,
  meter: Meter,
): number {
  const { slots, entries } = table;
  const mask = slots.length - 1;
  for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
    const line = intAt(slots, slot) - 1;
    if (line < 0) return slot;
    // Charged, so that lines made to collide run into the budget and not into quadratic time. Out
    // of budget the scan stops, and what it found is not used.
    meter.left -= stepsPerProbe;
    if (meter.left < 0) return slot;
    if (intAt(entries, 3 * line) !== hash) continue;
    meter.left -= end - start;
    if (isLine(table, line, bytes, start, end)) return slot;
  }
}

function isLine(
  table: LineTable,
  line: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  const first = intAt(table.entries, 3 * line + 1);
  if (intAt(table.entries, 3 * line + 2) - first !== end - start) return false;
  const source = line < table.ownLines ? table.before : table.after;
  let at = start;
  while (at < end && byteAt(source, first + at - start) === byteAt(bytes, at)) at++;
  return at === end;
}

function addLine(table: LineTable, slot: number, start: number, end: number, hash: number): number {
  const line = table.size;
  table.size = line + 1;
  table.slots[slot] = line + 1;
  table.entries[3 * line] = hash;
  table.entries[3 * line + 1] = start;
  table.entries[3 * line + 2] = end;
  return line;
}
