import type { RelPath, Steps } from "@unf/core/base";
import type { Alike, Among } from "@unf/core/timeline";
import { parseCount, parsePath, parseText } from "../file/cell.ts";
import { rangeBelow } from "../file/column.ts";
import type { Cell, Connection, Row } from "../file/driver.ts";
import { isNotRaw, isRaw } from "./path-order.ts";
import { outermost } from "./path-range.ts";

/** The paths of a timeline as a filter judges them. */
export interface JudgedPaths {
  /** A byte for each path, 1 where it is let through: the first for the number 1. Another array where paths came. */
  readonly marks: Uint8Array;
  /** True where every path is let through. */
  readonly isAll: boolean;
}

/** As much of it as is known. Each who waits for the rest takes it on. */
interface Judging {
  readonly deletions: string;
  /** Changed no more from when all is judged: another takes its place. */
  marks: Uint8Array;
  isAll: boolean;
  /** Paths with larger numbers came later. */
  upTo: number;
  /** The path with that number. */
  last: string;
  /** Those of the paths that were there at first which are not judged yet. */
  readonly left: {
    readonly directory: RelPath;
    /** Those before are judged. */
    from?: string;
  }[];
}

/** By filters that have a key, the newest last: a list and its chart come at once, in two questions. */
const shared = new Map<string, Judging>();

const sharedMax = 8;

/** Unit: bytes of marks. The newest is kept however many they are. */
const sharedBytes = 1 << 20;

/** By filters without a key: for the statements of one question. */
const single = new WeakMap<Connection, WeakMap<Among, Judging>>();

/** Judges what was not judged before, with a turn for others after some of it. */
export function* judgeMarks(connection: Connection, among: Among): Steps<JudgedPaths> {
  const found = findJudging(connection, among);
  yield* carryOn(connection, among, found);
  if (isCurrent(connection, found)) return found;
  // Paths went meanwhile, and others may have got their numbers.
  const anew = begin(connection, among);
  yield* carryOn(connection, among, anew);
  return anew;
}

function findJudging(connection: Connection, among: Among): Judging {
  if (among.key === undefined) {
    const own = single.get(connection) ?? new WeakMap<Among, Judging>();
    single.set(connection, own);
    const found = currentOr(connection, among, own.get(among));
    own.set(among, found);
    return found;
  }
  const key = JSON.stringify([connection.identity(), among.key]);
  const found = currentOr(connection, among, shared.get(key));
  shared.delete(key);
  shared.set(key, found);
  dropOldest();
  return found;
}

function dropOldest(): void {
  let bytes = 0;
  for (const { marks } of shared.values()) bytes += marks.length;
  for (const [key, { marks }] of shared) {
    const isTooMuch = shared.size > sharedMax || (bytes > sharedBytes && shared.size > 1);
    if (!isTooMuch) return;
    shared.delete(key);
    bytes -= marks.length;
  }
}

function currentOr(connection: Connection, among: Among, known: Judging | undefined): Judging {
  return known !== undefined && isCurrent(connection, known) ? known : begin(connection, among);
}

function begin(connection: Connection, { directories, alike }: Among): Judging {
  const [id, path] = connection.statement(newestPath).get() ?? [];
  const upTo = parseCount(id ?? 0, "id");
  return {
    deletions: readDeletions(connection),
    marks: new Uint8Array(upTo).fill(alike?.isPath === true ? 1 : 0),
    isAll: directories === undefined,
    upTo,
    last: upTo === 0 ? "" : parseText(path, "file_path"),
    left: outermost(directories ?? everywhere).map((directory) => ({ directory })),
  };
}

/** The number of a path is another one's only after a deletion took the newest of them away. */
function isCurrent(connection: Connection, { deletions, upTo, last }: Judging): boolean {
  if (readDeletions(connection) !== deletions) return false;
  return upTo === 0 || connection.statement(pathOf).get(upTo)?.[0] === last;
}

/** Another text after every deletion of rows. */
function readDeletions(connection: Connection): string {
  return JSON.stringify(connection.statement(deletionSums).get());
}

/**
 * In the order of the paths: who judges them looks at directories, of which it remembers the last. Some at
 * a time: texts of many thousands at once are more garbage than all else that an answer makes.
 */
function* carryOn(connection: Connection, among: Among, judging: Judging): Steps<void> {
  const { isPath } = among;
  for (let part = judging.left[0]; part !== undefined; part = judging.left[0]) {
    const { rows, next } = readPart(connection, among, part);
    if (!mark(judging.marks, rows, isPath)) judging.isAll = false;
    if (next === undefined) judging.left.shift();
    else part.from = next;
    yield;
  }
  if (among.alike?.isPath === false && judging.marks.includes(0)) judging.isAll = false;
  for (;;) {
    const rows = connection.statement(pathsBehind).all(judging.upTo);
    const [id, path] = rows.at(-1) ?? [];
    if (id === undefined) return;
    judging.upTo = parseCount(id, "id");
    judging.last = parseText(path, "file_path");
    const marks = new Uint8Array(judging.upTo);
    marks.set(judging.marks);
    if (!mark(marks, rows, isPath)) judging.isAll = false;
    judging.marks = marks;
    yield;
  }
}

/** The next paths of a directory that have to be judged, and where others begin behind them. */
function readPart(
  connection: Connection,
  { alike }: Among,
  { directory, from }: Judging["left"][number],
): { readonly rows: readonly Row[]; readonly next: string | undefined } {
  const { low, high, holeFrom, holeTo } = rangeBelow(directory);
  const start = from ?? low;
  if (alike === undefined) {
    const rows = connection.statement(pathsFrom).all(start, high, holeFrom, holeTo);
    return { rows, next: rows.length < pathsAtOnce ? undefined : behind(rows.at(-1)?.[1]) };
  }
  const { without } = alike;
  const last = connection.statement(lastOfPart).get(start, high, holeFrom, holeTo);
  const next = last === undefined ? undefined : behind(last[0]);
  const range = [start, next ?? high, holeFrom, holeTo];
  const rows = without.length === 0 ? [] : pathsWith(connection, without, range);
  return { rows: [...rows, ...connection.statement(rawPaths).all(...range)], next };
}

/** No path lies between, as none has a NUL in it. */
function behind(path: unknown): string {
  return `${parseText(path, "file_path")}\u0001`;
}

function pathsWith(
  connection: Connection,
  lists: Alike["without"],
  range: readonly Cell[],
): readonly Row[] {
  const globs = lists.map((texts) => `*${texts.map(quoteGlob).join("*")}*`);
  // With the sign SQLite makes no plan for each text anew.
  const isIn = globs.map(() => "+p.file_path GLOB ?").join(" OR ");
  const sql = `SELECT p.id, p.file_path ${inRange} AND (${isIn}) AND ${isNotRaw}
    ORDER BY p.file_path`;
  return connection.statement(sql).all(...range, ...globs);
}

function quoteGlob(text: string): string {
  return text.replace(/[*?[]/g, "[$&]");
}

/** False where one is not let through. What has no place in the marks yet is left out. */
function mark(marks: Uint8Array, rows: readonly Row[], isPath: Among["isPath"]): boolean {
  let isAll = true;
  for (const [id, path] of rows) {
    const isIn = isPath(parsePath(path));
    if (!isIn) isAll = false;
    marks[parseCount(id, "id") - 1] = isIn ? 1 : 0;
  }
  return isAll;
}

const pathsAtOnce = 250;
/** Of which mostly a few have to be judged. */
const pathsAtLook = 1000;
const everywhere = ["" as RelPath];

const newestPath = "SELECT id, file_path FROM paths ORDER BY id DESC LIMIT 1";
// One lower bound: of two SQLite takes the first, and looks through all that lies before the other.
const inRange = `FROM paths p WHERE p.file_path >= ? AND p.file_path < ?
  AND NOT (p.file_path >= ? AND p.file_path < ?)`;
const pathsFrom = `SELECT p.id, p.file_path ${inRange} ORDER BY p.file_path LIMIT ${pathsAtOnce}`;
const lastOfPart = `SELECT p.file_path ${inRange} ORDER BY p.file_path LIMIT 1 OFFSET ${pathsAtLook - 1}`;
/** They stand in the column otherwise than in a text. */
const rawPaths = `SELECT p.id, p.file_path ${inRange.replace("paths p", "paths p INDEXED BY paths_raw")}
  AND ${isRaw} ORDER BY p.file_path`;
const pathOf = "SELECT file_path FROM paths WHERE id = ?";
const pathsBehind = `SELECT id, file_path FROM paths WHERE id > ? ORDER BY id LIMIT ${pathsAtOnce}`;
const deletionSums = `SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'prunings'),
  (SELECT sum(snapshots) FROM prunings)`;
