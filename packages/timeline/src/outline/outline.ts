import { parseBytes, parseCount, parseWords } from "../file/cell.ts";
import type { Cell, Row } from "../file/driver.ts";

/** All that listings and counts ask of rows whose ids lie next to each other, in order of the ids. */
export interface Outline {
  readonly number: number;
  readonly count: number;
  /** The first of these ids; there may be no such row. */
  readonly first: number;
  /** Ids of the rows, from `first`. `undefined`: all are there. */
  readonly slots: Uint16Array | undefined;
  /** See `readFacts`. */
  readonly facts: Uint16Array;
  /** The place of its agent among `names`, from 1. 0: none. */
  readonly agents: Uint16Array | undefined;
  readonly names: readonly string[];
  /** `undefined` where they were not asked for. */
  readonly paths: Uint32Array | undefined;
  /** The earliest that the clock showed, and how long after that the latest was. Unit: ms. */
  readonly base: number;
  readonly span: number;
  /** How long after `base` the clock was; `undefined` where they were not asked for. */
  readonly clocks: Clocks | undefined;
}

export type Clocks = Uint32Array | Float64Array;

/** Rows that one outline tells of, where all are there. */
export const outlineIds = 1024;

/** All codes of `facts` are less. */
export const factCodes = 1 << 12;

/** The rest of what a row says, in numbers as the columns have them. */
export interface Facts {
  readonly isSettled: boolean;
  readonly event: number;
  readonly cause: number;
  /** `undefined`: NULL. */
  readonly confidence: number | undefined;
  readonly hasOperation: boolean;
  readonly hasTurn: boolean;
}

export function readFacts(code: number): Facts {
  const confidence = (code >> 6) & 7;
  return {
    isSettled: (code & 1) !== 0,
    event: (code >> 1) & 3,
    cause: (code >> 3) & 7,
    confidence: confidence === 0 ? undefined : confidence - 1,
    hasOperation: (code & 512) !== 0,
    hasTurn: (code & 1024) !== 0,
  };
}

/** The number of the outline that tells of a row. */
export function outlineOf(id: number): number {
  return Math.floor(id / outlineIds);
}

/** `rows`: all with these ids, in order, with the columns of `outlinedColumns`. */
export function makeOutline(number: number, rows: readonly Row[]): Outline {
  const first = number * outlineIds;
  const column = (at: number) => rows.map((row) => parseCount(row[at], "versions"));
  const named = rows.map((row) => (row[4] === null ? "" : String(row[4])));
  const names = [...new Set(named)].filter((name) => name !== "");
  const clocks = column(1);
  const base = clocks.reduce((a, b) => Math.min(a, b), clocks[0] ?? 0);
  const span = clocks.reduce((a, b) => Math.max(a, b), 0) - base;
  const after = clocks.map((clock) => clock - base);
  return {
    ...{ number, count: rows.length, first, names, base, span: Math.max(0, span) },
    slots: rows.length === outlineIds ? undefined : Uint16Array.from(column(0), (id) => id - first),
    facts: Uint16Array.from(column(3)),
    agents: names.length === 0 ? undefined : Uint16Array.from(named, (n) => names.indexOf(n) + 1),
    paths: Uint32Array.from(column(2)),
    clocks: span <= 0xffff_ffff ? Uint32Array.from(after) : Float64Array.from(after),
  };
}

/** Of a row `s` of `versions`. */
export const outlinedColumns = `s.id, s.stamp - ifnull(s.clock_skew_ms, 0), s.path,
  s.settled + 2 * s.event + 8 * s.cause + 64 * ifnull(s.confidence + 1, 0)
    + 512 * (s.operation IS NOT NULL) + 1024 * (s.turn IS NOT NULL)
    + 2048 * (s.renamed_from IS NOT NULL), s.actor`;

/** The columns of `outlines` in the order of the table, without the number. */
export const outlineColumns = "base, span, names, slots, facts, agents, paths, clocks";

/** In the order of these columns. */
export function outlineCells(outline: Outline): readonly Cell[] {
  const { base, span, names, slots, facts, agents, paths, clocks } = outline;
  const words = agents === undefined ? null : JSON.stringify(names);
  return [base, span, words, ...[slots, facts, agents, paths, clocks].map(cellOf)];
}

function cellOf(numbers: ArrayBufferView | undefined): Uint8Array | null {
  if (numbers === undefined) return null;
  const { buffer, byteOffset, byteLength } = numbers;
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/**
 * Reads the columns of `outlineColumns`, of which the last ones need not be there; `undefined` where they do
 * not fit each other.
 */
export function parseOutline(number: number, row: Row): Outline | undefined {
  const [base, span, words, slots, facts, agents, paths, clocks] = row;
  const count = sizeOf(facts) / 2;
  const fits = (cell: unknown, bytes: number) => !isThere(cell) || sizeOf(cell) === count * bytes;
  const isFull = count === outlineIds || isThere(slots);
  if (!isFull || !fits(slots, 2) || !fits(agents, 2) || !fits(paths, 4)) return undefined;
  const times = isThere(clocks) ? parseClocks(clocks, count) : undefined;
  if (isThere(clocks) && times === undefined) return undefined;
  return {
    ...{ number, count, first: number * outlineIds },
    ...{ base: parseCount(base, "base"), span: parseCount(span, "span") },
    names: isThere(words) ? parseWords(words) : [],
    slots: isThere(slots) ? new Uint16Array(bufferOf(slots)) : undefined,
    facts: new Uint16Array(bufferOf(facts)),
    agents: isThere(agents) ? new Uint16Array(bufferOf(agents)) : undefined,
    paths: isThere(paths) ? new Uint32Array(bufferOf(paths)) : undefined,
    clocks: times,
  };
}

/** `undefined` where the cell has another number of them. */
export function parseClocks(cell: unknown, count: number): Clocks | undefined {
  if (sizeOf(cell) === count * 4) return new Uint32Array(bufferOf(cell));
  return sizeOf(cell) === count * 8 ? new Float64Array(bufferOf(cell)) : undefined;
}

function isThere(cell: unknown): boolean {
  return cell !== null && cell !== undefined;
}

function sizeOf(cell: unknown): number {
  return parseBytes(cell, "outlines").byteLength;
}

/** The same bytes at the beginning of a buffer, where numbers of any width can begin. */
function bufferOf(cell: unknown): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = parseBytes(cell, "outlines");
  if (byteOffset === 0 && buffer.byteLength === byteLength) return buffer as ArrayBuffer;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
