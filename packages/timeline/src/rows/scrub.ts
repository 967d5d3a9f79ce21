import { invariant } from "@unf/core/base";
import { spellings } from "@unf/core/forget";
import type { TextPlace } from "@unf/core/timeline";
import { oneOf, parseText } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";

/** Shorter ones would be found where nobody meant them. */
const needleBytesMin = 8;

/** Stands where a text was. Shorter than any needle of use, and itself none. */
const replacement = Buffer.from("[forgotten]");

/** A column that programs and people filled; `of`: how the row is called. */
interface Column {
  readonly table: string;
  readonly column: string;
  readonly of: string;
  readonly part: string;
}

const texts: readonly Column[] = [
  { table: "checkpoints", column: "label", of: "'cp:' || id", part: "'label'" },
  { table: "checkpoints", column: "message", of: "'cp:' || id", part: "'message'" },
  { table: "operations", column: "argv", of: "'op-' || id", part: "'command'" },
  { table: "sessions", column: "label", of: "id", part: "'label'" },
  {
    table: "tool_calls",
    column: "detail",
    of: "ifnull('t-' || turn, session)",
    part: "iif(reach = 'shell', 'command', 'files')",
  },
  { table: "turns", column: "label", of: "'t-' || id", part: "'label'" },
  { table: "turns", column: "prompt", of: "'t-' || id", part: "'prompt'" },
];

const payloads: Column = {
  table: "checkpoints",
  column: "payload",
  of: "'cp:' || id",
  part: "'payload'",
};

/**
 * Takes bytes out of everything that is neither row nor content. In text that is JSON a needle is
 * looked for as JSON writes it, too.
 */
export function scrub(connection: Connection, needles: readonly Uint8Array[]): TextPlace[] {
  if (needles.length === 0) return [];
  return connection.transaction("IMMEDIATE", () => {
    const places: TextPlace[] = [];
    for (const { place, column, row, after } of eachChange(connection, needles)) {
      places.push(place);
      connection
        .statement(`UPDATE ${column.table} SET ${column.column} = ? WHERE rowid = ?`)
        .run(after, row);
    }
    return places;
  });
}

/** Where `scrub` would change something. */
export function findTexts(connection: Connection, needles: readonly Uint8Array[]): TextPlace[] {
  return [...eachChange(connection, needles)].map(({ place }) => place);
}

/** Everything that `scrub` looks into, one after the other. */
export function* listTexts(connection: Connection): Generator<Uint8Array> {
  for (const column of [...texts, payloads]) {
    for (const { cell } of eachCell(connection, column)) yield cell;
  }
}

interface Change {
  readonly place: TextPlace;
  readonly column: Column;
  readonly row: number;
  readonly after: string | null;
}

function* eachChange(
  connection: Connection,
  needles: readonly Uint8Array[],
): Generator<Change, void> {
  for (const { length } of needles) invariant(length >= needleBytesMin, "no needle is short");
  if (needles.length === 0) return;
  const spelt = needles.flatMap((needle) => spellings(needle).map((spelt) => Buffer.from(spelt)));
  for (const column of [payloads, ...texts]) {
    for (const { row, cell } of eachCell(connection, column)) {
      if (!spelt.some((needle) => cell.includes(needle))) continue;
      const after = column === payloads ? null : maskText(cell, spelt);
      if (after === cell.toString()) continue;
      yield { place: placeOf(connection, column, row), column, row, after };
    }
  }
}

/** Rows that have something in the column. Read one by one: a payload may be large. */
function* eachCell(
  connection: Connection,
  { table, column }: Column,
): Generator<{ readonly row: number; readonly cell: Buffer }> {
  const rows = connection
    .statement(`SELECT rowid FROM ${table} WHERE ${column} IS NOT NULL ORDER BY rowid`)
    .all();
  for (const [id] of rows) {
    const row = Number(id);
    const read = connection.statement(`SELECT ${column} FROM ${table} WHERE rowid = ?`);
    const cell = read.get(row)?.[0];
    if (cell instanceof Uint8Array) yield { row, cell: Buffer.from(cell) };
    else if (typeof cell === "string") yield { row, cell: Buffer.from(cell) };
  }
}

function placeOf(connection: Connection, { table, of, part }: Column, row: number): TextPlace {
  const found = connection.statement(`SELECT ${of}, ${part} FROM ${table} WHERE rowid = ?`);
  const [name, kind] = found.get(row) ?? [];
  return { of: parseText(name, "of"), part: oneOf<TextPlace["part"]>(kind, parts, "part") };
}

const parts = new Set<unknown>([
  "payload",
  "label",
  "message",
  "prompt",
  "command",
  "files",
] satisfies TextPlace["part"][]);

/** JSON stays JSON: there a needle with a quote counts only as a string of JSON holds it. */
function maskText(before: Buffer, needles: readonly Buffer[]): string {
  const after = needles.reduce(replaceAll, before).toString();
  if (!isJson(before.toString()) || isJson(after)) return after;
  return needles.filter(isInString).reduce(replaceAll, before).toString();
}

function isInString(needle: Buffer): boolean {
  return !/(?:^|[^\\])"/.test(needle.toString());
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false;
    throw thrown;
  }
}

function replaceAll(bytes: Buffer, needle: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, from)) {
    parts.push(bytes.subarray(from, at), replacement);
    from = at + needle.length;
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)]);
}
