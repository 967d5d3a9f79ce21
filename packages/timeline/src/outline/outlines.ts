import { parseCount } from "../file/cell.ts";
import type { Cell, Connection } from "../file/driver.ts";
import { newestId } from "../rows/point.ts";
import {
  type Clocks,
  makeOutline,
  type Outline,
  outlineCells,
  outlineColumns,
  outlinedColumns,
  outlineIds,
  outlineOf,
  parseClocks,
  parseOutline,
} from "./outline.ts";

/** The newest ones are not kept: their rows are still settled, and get their authors. */
const open = 2;

/** Some 20 ms. */
const atOnce = 24;

/** The outline with this number, from the table or else from the rows. Its clocks are read only by `readClocks`. */
export function readOutline(connection: Connection, number: number, withPaths: boolean): Outline {
  const kept = connection.statement(withPaths ? keptWithPaths : keptFacts).get(number);
  const outline = kept === undefined ? undefined : parseOutline(number, kept);
  return outline ?? outlineRows(connection, number);
}

/** How long after the outline's `base` the clock was at each of its rows. */
export function readClocks(connection: Connection, outline: Outline): Clocks {
  const { number, count, base, first, slots } = outline;
  if (outline.clocks !== undefined) return outline.clocks;
  const kept = connection.statement(keptClocks).get(number);
  const clocks = kept?.[1] === base ? parseClocks(kept[0], count) : undefined;
  if (clocks !== undefined) return clocks;
  // One of the rows was changed meanwhile.
  const now = connection.statement(rowsBetween).all(first, first + outlineIds - 1);
  const byId = new Map(now.map((row) => [row[0], Number(row[1]) - base]));
  const ids = Array.from({ length: count }, (_, at) => first + (slots?.[at] ?? at));
  return Float64Array.from(ids, (id) => byId.get(id) ?? 0);
}

/** Keeps the outlines that lie far enough back now that these rows are there. To be called in a transaction. */
export function keepOutlinesBehind(connection: Connection, ids: readonly number[]): void {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return;
  const from = Math.max(0, outlineOf(first - 1) - open + 1);
  for (let number = from; number <= outlineOf(last) - open; number += 1) keep(connection, number);
}

/** Keeps some that are missing; true while others are left. */
export function keepSomeOutlines(connection: Connection): boolean {
  connection.askToWrite();
  const missing = listMissing(connection, atOnce + 1);
  if (missing.length === 0) return false;
  connection.transaction("IMMEDIATE", () => {
    for (const number of missing.slice(0, atOnce)) keep(connection, number);
  });
  return missing.length > atOnce;
}

function listMissing(connection: Connection, most: number): readonly number[] {
  const end = outlineOf(newestId(connection)) - open;
  const kept = new Set(listKept(connection));
  const missing: number[] = [];
  for (let number = 0; number <= end && missing.length < most; number += 1)
    if (!kept.has(number)) missing.push(number);
  return missing;
}

/** How many do not say what their rows say. */
export function countFalseOutlines(connection: Connection): number {
  return listKept(connection).filter((number) => {
    const kept = connection.statement(keptOutline).get(number) ?? [];
    const made = outlineCells(outlineRows(connection, number));
    return made.some((cell, index) => !isSame(cell, kept[index]));
  }).length;
}

function isSame(cell: Cell, kept: unknown): boolean {
  if (!(cell instanceof Uint8Array)) return cell === kept;
  return kept instanceof Uint8Array && Buffer.compare(cell, kept) === 0;
}

function listKept(connection: Connection): readonly number[] {
  return connection
    .statement(keptNumbers)
    .all()
    .map(([id]) => parseCount(id, "id"));
}

function keep(connection: Connection, number: number): void {
  const cells = outlineCells(outlineRows(connection, number));
  connection.statement(insertOutline).run(number, ...cells);
}

function outlineRows(connection: Connection, number: number): Outline {
  const first = number * outlineIds;
  const rows = connection.statement(rowsBetween).all(first, first + outlineIds - 1);
  return makeOutline(number, rows);
}

const keptNumbers = "SELECT id FROM outlines ORDER BY id";
const keptOutline = `SELECT ${outlineColumns} FROM outlines WHERE id = ?`;
// No column is read behind the last one that is asked for.
const keptWithPaths = keptOutline.replace(", clocks", "");
const keptFacts = keptWithPaths.replace(", paths", "");
const keptClocks = "SELECT clocks, base FROM outlines WHERE id = ?";
const insertOutline = `INSERT OR REPLACE INTO outlines (id, ${outlineColumns})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const rowsBetween = `SELECT ${outlinedColumns} FROM versions s NOT INDEXED
  WHERE s.id BETWEEN ? AND ? ORDER BY s.id`;
