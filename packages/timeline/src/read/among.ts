import { finish, type Steps } from "@unf/core/base";
import type { Among } from "@unf/core/timeline";
import { parseCount } from "../file/cell.ts";
import type { Cell, Connection } from "../file/driver.ts";
import { newestId } from "../rows/point.ts";
import { listTurns } from "../rows/turns.ts";
import { Bits } from "./bits.ts";
import { type JudgedPaths, judgeMarks } from "./judged-paths.ts";
import { readIds } from "./read-ids.ts";

interface Judged extends JudgedPaths {
  readonly turns: readonly number[];
  readonly hasRenames: boolean;
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
  const parts: string[] = [isMarked("s.path")];
  const cells: Cell[] = [marks];
  if (hasRenames) {
    parts.push(`(s.renamed_from IS NOT NULL AND ${isMarked("s.renamed_from")})`);
    cells.push(marks);
  }
  if (turns.length > 0) {
    parts.push("s.turn IN (SELECT value FROM json_each(?))");
    cells.push(JSON.stringify(turns));
  }
  return { sql: `(${parts.join(" OR ")})`, cells };
}

/** Rows at paths that are marked, and some others. */
export interface Marked extends JudgedPaths {
  /** By their ids. */
  readonly others: Bits | undefined;
}

/** The rows that are let through. */
export function markAmong(connection: Connection, among: Among): Marked {
  const { marks, isAll, turns, hasRenames } = judge(connection, among);
  if (isAll) return { marks, isAll, others: undefined };
  const others = new Bits(newestId(connection));
  if (hasRenames) others.add(readIds(connection, renamedFrom, [marks]));
  if (turns.length > 0) others.add(readIds(connection, ofTurns, [JSON.stringify(turns)]));
  return { marks, isAll, others: others.isEmpty ? undefined : others };
}

function judge(connection: Connection, among: Among): Judged {
  return finish(judgeInSteps(connection, among));
}

/** Judges the paths for the statements that come, with a turn for others after some of them. */
export function* judgePaths(connection: Connection, among: readonly Among[] = []): Steps<void> {
  for (const one of among) yield* judgeInSteps(connection, one);
}

function* judgeInSteps(connection: Connection, among: Among): Steps<Judged> {
  const { marks, isAll } = yield* judgeMarks(connection, among);
  const all = known.get(connection) ?? new WeakMap<Among, Judged>();
  known.set(connection, all);
  const before = all.get(among);
  if (before?.marks === marks) return before;
  const hasRenames = connection.statement(anyRename).get() !== undefined;
  const judged = { marks, isAll, turns: turnsOf(connection, among), hasRenames };
  all.set(among, judged);
  return judged;
}

/** The highest number of a path; 0 when there is none. */
export function lastPath(connection: Connection): number {
  const sql = "SELECT ifnull(max(id), 0) FROM paths";
  return parseCount(connection.statement(sql).get()?.[0], "id");
}

function turnsOf(connection: Connection, { isLabel }: Among): readonly number[] {
  if (isLabel === undefined) return [];
  const all = listTurns(connection, { limit: Number.MAX_SAFE_INTEGER });
  return all.filter(({ label }) => isLabel(label)).map(({ id }) => id);
}

function isMarked(column: string): string {
  return `substr(?, ${column}, 1) = x'01'`;
}

const anyRename = "SELECT 1 FROM versions WHERE renamed_from IS NOT NULL LIMIT 1";
const renamedFrom = `SELECT s.id FROM versions s INDEXED BY versions_renamed
  WHERE s.renamed_from IS NOT NULL AND ${isMarked("s.renamed_from")}`;
const ofTurns = `SELECT s.id FROM versions s INDEXED BY versions_by_turn
  WHERE s.turn IS NOT NULL AND s.turn IN (SELECT value FROM json_each(?))`;
