import { limits, type WallMs } from "@unf/core";
import { parseFlag, parseId, parsePath } from "./cell.ts";
import { timestampColumn } from "./column.ts";
import type { Cell, Connection, Row } from "./driver.ts";

// What stays of rows that are deleted: docs/decision/0032. A pruning is taken back exactly when its
// traces go and its rows come back; that is why those of prunings that can be taken back are not
// merged with others.

/** A row that was just deleted. */
export interface GoneRow {
  readonly id: number;
  readonly path: string;
  readonly timestamp: string;
  /** False for the deletion of a file; true also where it left the record and stood on. */
  readonly present: boolean;
  readonly renamedFrom: string | null;
}

/** The columns `parseTrace` expects. */
export const traceColumns = "id, file_path, timestamp, present, renamed_from, pruning";

/** Throws `store_damaged` for what no recorder writes. */
export function parseTrace(row: Row): { readonly id: number } {
  parsePath(row[1]);
  parseFlag(row[3], "present");
  if (row[4] !== null) parsePath(row[4]);
  return { id: parseId(row[0]) };
}

/**
 * Writes for rows that the pruning deleted that their files were there, or were not, from then on. Where
 * what stands before a row says so already it leaves nothing, and what stands behind it and says the same
 * goes. `gone` in the order of their ids.
 */
export function leaveTraces(
  connection: Connection,
  gone: readonly GoneRow[],
  { pruning, at }: { readonly pruning: number; readonly at: WallMs },
): void {
  const finalBefore = timestampColumn((at - limits.retention.finalMs) as WallMs);
  const isFinal = (id: Cell) => connection.statement(final).get(id, finalBefore) !== undefined;
  /** Whether a trace before or behind one of this pruning can stand for both. */
  const isOne = (other: Row | undefined, present: boolean): boolean =>
    other !== undefined &&
    other[1] === Number(present) &&
    (other[3] === pruning || (isFinal(other[3] as Cell) && isFinal(pruning)));
  for (const { id, path, timestamp, present, renamedFrom } of gone) {
    const place = [path, timestamp, id, path, id];
    const before = connection.statement(lastBefore).get(...place);
    if (renamedFrom !== null || !isOne(before, present)) {
      connection
        .statement(newTrace)
        .run(id, path, timestamp, Number(present), renamedFrom, pruning);
    }
    const behind = connection.statement(firstBehind).get(...place);
    if (behind === undefined || behind[2] !== null || !isOne(behind, present)) continue;
    connection.statement("DELETE FROM thinned WHERE id = ?").run(parseId(behind[0]));
  }
}

const final = `SELECT 1 FROM prunings WHERE id = ? AND (cause NOT IN ('policy', 'cap') OR at < ?)`;

/** What stands next to a place of a path: id, and of a trace what it says; NULL for a row. */
function neighbour(sign: "<" | ">", order: "DESC" | "ASC"): string {
  return `SELECT id, present, renamed_from, pruning FROM (
    SELECT * FROM (SELECT id, NULL AS present, NULL AS renamed_from, NULL AS pruning
      FROM snapshots INDEXED BY snapshots_by_path
      WHERE file_path = ? AND (timestamp, id) ${sign} (?, ?)
      ORDER BY timestamp ${order}, id ${order} LIMIT 1)
    UNION ALL
    SELECT * FROM (SELECT id, present, renamed_from, pruning
      FROM thinned INDEXED BY thinned_by_path
      WHERE file_path = ? AND id ${sign} ? ORDER BY id ${order} LIMIT 1))
    ORDER BY id ${order} LIMIT 1`;
}
const lastBefore = neighbour("<", "DESC");
const firstBehind = neighbour(">", "ASC");
const newTrace = `INSERT INTO thinned (id, file_path, timestamp, present, renamed_from, pruning)
  VALUES (?, ?, ?, ?, ?, ?)`;
