import type { Among } from "@unf/core/timeline";
import { parseCount, parsePath } from "../file/cell.ts";
import type { Cell, Connection } from "../file/driver.ts";
import { listTurns } from "../rows/turns.ts";

interface Judged {
  /** A byte for each path, by its id, which begins with 1, as bytes do in SQL. */
  readonly paths: Uint8Array;
  /** Ids of turns, as JSON. */
  readonly turns: string;
}

/** Kept for the statements of one question. */
const known = new WeakMap<Connection, WeakMap<Among, Judged>>();

/**
 * That a row `s` is let through. Paths are judged once each instead of once a row: the statement reads
 * their bytes.
 */
export function amongCondition(
  connection: Connection,
  among: Among,
): { readonly sql: string; readonly cells: readonly Cell[] } {
  const { paths, turns } = judge(connection, among);
  const at = (column: string) => `substr(?, ${column}, 1) = x'01'`;
  return {
    sql: `(${at("s.path")} OR (s.renamed_from IS NOT NULL AND ${at("s.renamed_from")})
      OR s.turn IN (SELECT value FROM json_each(?)))`,
    cells: [paths, paths, turns],
  };
}

function judge(connection: Connection, among: Among): Judged {
  const own = known.get(connection) ?? new WeakMap<Among, Judged>();
  known.set(connection, own);
  const last = connection.statement("SELECT ifnull(max(id), 0) FROM paths").get();
  const length = parseCount(last?.[0], "id");
  const before = own.get(among);
  if (before?.paths.length === length) return before;
  const judged = {
    paths: markPaths(connection, among, length),
    turns: JSON.stringify(turnsOf(connection, among)),
  };
  own.set(among, judged);
  return judged;
}

function turnsOf(connection: Connection, { isLabel }: Among): readonly number[] {
  if (isLabel === undefined) return [];
  const all = listTurns(connection, { limit: Number.MAX_SAFE_INTEGER });
  return all.filter(({ label }) => isLabel(label)).map(({ id }) => id);
}

function markPaths(connection: Connection, { isPath }: Among, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (const [id, path] of connection.statement("SELECT id, file_path FROM paths").all())
    if (isPath(parsePath(path))) bytes[parseCount(id, "id") - 1] = 1;
  return bytes;
}
