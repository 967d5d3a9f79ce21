import { finish, type RelPath, type Steps } from "@unf/core/base";
import type { Among } from "@unf/core/timeline";
import { parseCount, parsePath } from "../file/cell.ts";
import { rangeBelow } from "../file/column.ts";
import type { Cell, Connection, Row } from "../file/driver.ts";
import { listTurns } from "../rows/turns.ts";
import { outermost, pathCondition } from "./path-range.ts";
import { readIds } from "./read-ids.ts";

interface Judged {
  /** A byte for each path, by its id, which begins with 1, as bytes do in SQL. */
  readonly marks: Uint8Array;
  /** Ids of the paths that are let through. */
  readonly paths: readonly number[];
  readonly turns: readonly number[];
  readonly hasRenames: boolean;
  /** Ids of all rows, ascending; `undefined` where they are more than `most`. */
  readonly rows: (most: number) => readonly number[] | undefined;
}

/** Kept for the statements of one question. */
const known = new WeakMap<Connection, WeakMap<Among, Judged>>();

/**
 * That a row `s` is let through. Paths are judged once each instead of once a row: the statement reads
 * their bytes. No column is read that lets nothing through: the last ones of a row cost most.
 */
export function amongCondition(
  connection: Connection,
  among: Among,
): { readonly sql: string; readonly cells: readonly Cell[] } {
  const { marks, turns, hasRenames } = judge(connection, among);
  const at = (column: string) => `substr(?, ${column}, 1) = x'01'`;
  const parts: string[] = [at("s.path")];
  const cells: Cell[] = [marks];
  if (hasRenames) {
    parts.push(`(s.renamed_from IS NOT NULL AND ${at("s.renamed_from")})`);
    cells.push(marks);
  }
  if (turns.length > 0) {
    parts.push("s.turn IN (SELECT value FROM json_each(?))");
    cells.push(JSON.stringify(turns));
  }
  return { sql: `(${parts.join(" OR ")})`, cells };
}

/** The ids of all rows that are let through, ascending; `undefined` when they are more than `most`. */
export function listAmong(
  connection: Connection,
  among: Among,
  most: number,
): readonly number[] | undefined {
  return judge(connection, among).rows(most);
}

/** The ids of all rows at paths that are not let through, which the rows themselves may be; `undefined` as above. */
export function listOutside(
  connection: Connection,
  among: Among,
  most: number,
): readonly number[] | undefined {
  const { marks } = judge(connection, among);
  const all = connection.statement("SELECT id FROM paths").all();
  const ids = all.map(([id]) => parseCount(id, "id"));
  const paths = ids.filter((id) => marks[id - 1] !== 1);
  return listRows(connection, { marks, paths, turns: [], hasRenames: false }, most);
}

function listRows(
  connection: Connection,
  { paths, turns, hasRenames }: Omit<Judged, "rows">,
  most: number,
): readonly number[] | undefined {
  if (paths.length > most) return undefined;
  const lists: (readonly number[])[] = [];
  const take = (condition: string, of: readonly number[]) => {
    const sql = `SELECT id FROM (SELECT s.id FROM versions s INDEXED BY ${condition}
      IN (SELECT value FROM json_each(?)) LIMIT ?) ORDER BY id`;
    lists.push(readIds(connection, sql, [JSON.stringify(of), most + 1]));
  };
  if (paths.length > 0) take("versions_by_path WHERE s.path", paths);
  if (hasRenames && paths.length > 0)
    take("versions_renamed WHERE s.renamed_from IS NOT NULL AND s.renamed_from", paths);
  if (turns.length > 0) take("versions_by_turn WHERE s.turn IS NOT NULL AND s.turn", turns);
  const [first = [], ...others] = lists;
  const ids = others.length === 0 ? first : [...new Set(lists.flat())].sort((a, b) => a - b);
  return ids.length > most ? undefined : ids;
}

function judge(connection: Connection, among: Among): Judged {
  return finish(judgeInSteps(connection, among));
}

/** Judges the paths for the statements that come, with a turn for others after some of them. */
export function* judgePaths(connection: Connection, among: readonly Among[] = []): Steps<void> {
  for (const one of among) yield* judgeInSteps(connection, one);
}

function* judgeInSteps(connection: Connection, among: Among): Steps<Judged> {
  const all = known.get(connection) ?? new WeakMap<Among, Judged>();
  known.set(connection, all);
  const last = connection.statement("SELECT ifnull(max(id), 0) FROM paths").get();
  const length = parseCount(last?.[0], "id");
  const before = all.get(among);
  if (before?.marks.length === length) return before;
  const paths = yield* pathsOf(connection, among);
  const marks = new Uint8Array(length);
  for (const id of paths) marks[id - 1] = 1;
  const renamed = "SELECT 1 FROM versions WHERE renamed_from IS NOT NULL LIMIT 1";
  const hasRenames = connection.statement(renamed).get() !== undefined;
  const own = { marks, paths, turns: turnsOf(connection, among), hasRenames };
  const listed = new Map<number, readonly number[] | undefined>();
  const judged = {
    ...own,
    rows: (most: number) => {
      if (!listed.has(most)) listed.set(most, listRows(connection, own, most));
      return listed.get(most);
    },
  };
  all.set(among, judged);
  return judged;
}

function turnsOf(connection: Connection, { isLabel }: Among): readonly number[] {
  if (isLabel === undefined) return [];
  const all = listTurns(connection, { limit: Number.MAX_SAFE_INTEGER });
  return all.filter(({ label }) => isLabel(label)).map(({ id }) => id);
}

function* pathsOf(
  connection: Connection,
  { isPath, directories }: Among,
): Steps<readonly number[]> {
  const ids: number[] = [];
  for (const page of readPaths(connection, directories)) {
    for (const [id, path] of page) if (isPath(parsePath(path))) ids.push(parseCount(id, "id"));
    yield;
  }
  return ids;
}

/** Paths judged at once: some milliseconds. */
const pagePaths = 1000;

function* readPaths(
  connection: Connection,
  directories: readonly RelPath[] | undefined,
): Generator<readonly Row[]> {
  if (directories === undefined) {
    const sql = "SELECT p.id, p.file_path FROM paths p WHERE p.id > ? ORDER BY p.id LIMIT ?";
    for (let after = 0; ; ) {
      const page = connection.statement(sql).all(after, pagePaths);
      yield page;
      if (page.length < pagePaths) return;
      after = parseCount(page.at(-1)?.[0], "id");
    }
  }
  for (const directory of outermost(directories)) {
    const { sql, cells } = pathCondition(rangeBelow(directory));
    const text = `SELECT p.id, p.file_path FROM paths p WHERE 1${sql}`;
    const rows = connection.statement(text).all(...cells);
    for (let from = 0; from < rows.length; from += pagePaths)
      yield rows.slice(from, from + pagePaths);
  }
}
