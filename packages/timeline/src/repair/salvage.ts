import type { Cell, Connection, Row } from "../file/driver.ts";
import { sqliteCode } from "../file/failure.ts";

/** Rows read at once while nothing is wrong. */
const pageRows = 256;

/** Single rows looked for between the two stretches that can be read in order. */
const lookupsMax = 100_000;

/** A table to save, with the one column that orders it. */
interface Table {
  readonly name: string;
  readonly key: string;
  readonly columns: readonly string[];
}

/**
 * Copies what can be read of every table but `except` into the same tables of a fresh timeline:
 * from the first row up to the damage, from the last down to it, and row by row in between. Rows
 * that the fresh table does not take are left out. Rows copied, by table.
 */
export function salvage(
  from: Connection,
  into: Connection,
  except: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const copied = new Map<string, number>();
  for (const table of listTables(from, into)) {
    if (!except.has(table.name)) copied.set(table.name, copyTable(from, into, table, table.name));
  }
  return copied;
}

/** Copies what one table, with the one column that orders it, has of the columns of another, `as`. */
export function salvageInto(
  from: Connection,
  into: Connection,
  { name, key }: Pick<Table, "name" | "key">,
  as: string,
): void {
  const columns = commonColumns(from, into, name, as);
  if (columns.includes(key)) copyTable(from, into, { name, key, columns }, as);
}

/** True when the file has a table of that name, or may have it. */
export function hasTable(connection: Connection, name: string): boolean {
  return readOr([], () => columnsOf(connection, name)).length > 0;
}

/** Ids given out so far stay used, also those of rows that are lost. */
export function salvageSequences(from: Connection, into: Connection): void {
  const rows = readOr([], () => from.statement("SELECT name, seq FROM sqlite_sequence").all());
  const known = into.statement("SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = ?");
  const forget = into.statement("DELETE FROM sqlite_sequence WHERE name = ?");
  const note = into.statement("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)");
  for (const [written, seq] of rows) {
    // The name of the rows before format 12.
    const name = written === "snapshots" ? "versions" : written;
    if (typeof name !== "string" || typeof seq !== "number" || seq > sequenceMax) continue;
    if (Number(known.get(name)?.[0]) >= seq) continue;
    forget.run(name);
    note.run(name, seq);
  }
}

/** More rows than anybody records: beyond it the number itself is damaged. */
const sequenceMax = 2 ** 40;

function listTables(from: Connection, into: Connection): Table[] {
  const names = into
    .statement("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map((row) => String(row[0]));
  return names.flatMap((name) => {
    const keys = columnsOf(into, name).filter(({ isKey }) => isKey);
    const columns = commonColumns(from, into, name, name);
    // A table with a key of several columns could not be read in two directions by one of them.
    if (columns.length === 0 || keys.length !== 1) return [];
    return [{ name, key: keys[0]?.column ?? "", columns }];
  });
}

/** The columns of a table of one file that the table `as` of the other has too. */
function commonColumns(from: Connection, into: Connection, name: string, as: string): string[] {
  const known = new Set(readOr([], () => columnsOf(from, name)).map(({ column }) => column));
  return columnsOf(into, as)
    .map(({ column }) => column)
    .filter((column) => known.has(column));
}

function columnsOf(connection: Connection, table: string) {
  return connection
    .statement("SELECT name, pk FROM pragma_table_info(?)")
    .all(table)
    .map((row) => ({ column: String(row[0]), isKey: Number(row[1]) > 0 }));
}

function copyTable(from: Connection, into: Connection, table: Table, as: string): number {
  const { key, name, columns } = table;
  const marks = columns.map(() => "?").join(", ");
  const insert = into.statement(
    `INSERT OR IGNORE INTO ${as} (${columns.join(", ")}) VALUES (${marks})`,
  );
  const select = `SELECT ${columns.join(", ")}, ${key} FROM ${name}`;
  let count = 0;
  const keep = (row: Row) => {
    count += insertRow(() => insert.run(...(row.slice(0, -1) as Cell[])).changes);
  };
  const low = readRun(from, select, { key, up: true, until: undefined }, keep);
  if (low.isComplete) return count;
  const high = readRun(from, select, { key, up: false, until: low.last }, keep);
  if (!high.isComplete) lookUp(from, `${select} WHERE ${key} = ?`, low.last, high.last, keep);
  return count;
}

/** Inserts a row; one that a strict table does not take was no row of ours. */
function insertRow(insert: () => number): number {
  try {
    return insert();
  } catch (thrown) {
    if (sqliteCode(thrown)?.startsWith("SQLITE_CONSTRAINT") === true) return 0;
    throw thrown;
  }
}

interface Run {
  readonly key: string;
  /** From the lowest key; otherwise from the highest down. */
  readonly up: boolean;
  /** The key at which the run ends, because the rows from there on are known. */
  readonly until: unknown;
}

/** Reads rows in order of the key until the end, the row `until`, or one that cannot be read. */
function readRun(
  from: Connection,
  select: string,
  run: Run,
  keep: (row: Row) => void,
): { readonly last: unknown; readonly isComplete: boolean } {
  let last: unknown;
  for (let limit = pageRows; ; ) {
    const rows = readPage(from, select, run, last, limit);
    if (rows === undefined && limit === 1) return { last, isComplete: false };
    const fresh = rowsBefore(rows ?? [], run.until);
    for (const row of fresh) keep(row);
    last = fresh.at(-1)?.at(-1) ?? last;
    if (rows !== undefined && fresh.length < limit) return { last, isComplete: true };
    // The damage is somewhere on this page: up to it row by row.
    if (rows === undefined) limit = 1;
  }
}

function rowsBefore(rows: readonly Row[], until: unknown): readonly Row[] {
  const end = until === undefined ? -1 : rows.findIndex((row) => row.at(-1) === until);
  return end < 0 ? rows : rows.slice(0, end);
}

function readPage(
  from: Connection,
  select: string,
  { key, up }: Run,
  last: unknown,
  limit: number,
): Row[] | undefined {
  const [beyond, order] = up ? [">", "ASC"] : ["<", "DESC"];
  const where = last === undefined ? "" : `WHERE ${key} ${beyond} ?`;
  const sql = `${select} ${where} ORDER BY ${key} ${order} LIMIT ${limit}`;
  return readOr(undefined, () => from.wide(sql).all(...(last === undefined ? [] : [last as Cell])));
}

/** Looks for each row between two integer keys: one that lies beside the damage can still be read. */
function lookUp(
  from: Connection,
  sql: string,
  low: unknown,
  high: unknown,
  keep: (row: Row) => void,
): void {
  if (typeof low !== "bigint" && typeof high !== "bigint") return;
  const start = typeof low === "bigint" ? low + 1n : 1n;
  const end = typeof high === "bigint" ? high : start + BigInt(lookupsMax);
  const last = end - start > BigInt(lookupsMax) ? start + BigInt(lookupsMax) : end;
  for (let key = start; key < last; key += 1n) {
    const row = readOr(undefined, () => from.wide(sql).get(key));
    if (row !== undefined) keep(row);
  }
}

/** `otherwise` where the file is damaged; every other failure is thrown. */
function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (/^SQLITE_(CORRUPT|NOTADB|IOERR|ERROR|CANTOPEN|FORMAT)/.test(sqliteCode(thrown) ?? "")) {
      return otherwise;
    }
    throw thrown;
  }
}
