import type { RelPath, SnapshotId, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Point } from "@unf/core/timeline";
import { parseCount, parseFlag, parseId, parsePath } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Cell, Connection, Row } from "../file/driver.ts";
import { dropModesBefore } from "./directories.ts";
import { findPosition } from "./point.ts";

// Traces of rows that are deleted: docs/decision/0032. A pruning is taken back exactly when its
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
  /** How far the clock was behind, in ms; `null` where it was not. */
  readonly skewMs: number | null;
}

/** The columns `parseTrace` expects. */
export const traceColumns =
  "id, file_path, timestamp, present, renamed_from, pruning, clock_skew_ms";

/** Throws `store_damaged` for what no recorder writes. */
export function parseTrace(row: Row): {
  readonly id: SnapshotId;
  readonly path: RelPath;
  readonly renamedFrom: RelPath | null;
} {
  parseFlag(row[3], "present");
  parseSkew(row[6]);
  const renamedFrom = row[4] === null ? null : parsePath(row[4]);
  return { id: parseId(row[0]), path: parsePath(row[1]), renamedFrom };
}

/** Of `clock_skew_ms`. */
export function parseSkew(value: unknown): number | null {
  return value === null ? null : parseCount(value, "clock_skew_ms");
}

/**
 * Writes for rows that the pruning deleted that their files were there, or were not, from then on. Where
 * what stands before a row says so already it leaves nothing, and what stands behind it and says the same
 * goes; but never what tells which state an instant means that the clock showed twice. `gone` in the order
 * of their ids.
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
  // All of them first: between two that say the same there may be one that does not.
  for (const { id, path, timestamp, present, renamedFrom, skewMs } of gone) {
    connection
      .statement(newTrace)
      .run(id, path, timestamp, Number(present), renamedFrom, pruning, skewMs);
  }
  for (const { id, path, present, renamedFrom, skewMs } of gone) {
    const place = [path, id, path, id];
    const before = connection.statement(lastBefore).get(...place);
    const saysMore = renamedFrom !== null || skewMs !== null;
    if (!saysMore && isOne(before, present)) connection.statement(dropTrace).run(id);
    const behind = connection.statement(firstBehind).get(...place);
    if (behind === undefined || behind[2] === 1 || !isOne(behind, present)) continue;
    connection.statement(dropTrace).run(parseId(behind[0]));
  }
}

/**
 * Deletes what is left of rows that are meant. A rename from a path that is meant loses that name, as a
 * row of `snapshots` does.
 */
export function deleteTraces(
  connection: Connection,
  isMeant: (path: RelPath, id: SnapshotId) => boolean,
): void {
  connection.transaction("IMMEDIATE", () => {
    for (const { id, path, renamedFrom } of eachTrace(connection)) {
      if (isMeant(path, id)) connection.statement(dropTrace).run(id);
      else if (renamedFrom !== null && isMeant(renamedFrom, id)) {
        connection.statement(forgetOrigin).run(id);
      }
    }
  });
}

function* eachTrace(connection: Connection): Generator<ReturnType<typeof parseTrace>> {
  for (let after = 0; ; ) {
    const page = connection.statement(tracesAfter).all(after).map(parseTrace);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/**
 * Has the history start at a point: what is left of rows before it goes, but for what tells of the state
 * at it, and so does what is left of paths without any row.
 */
export function startAt(connection: Connection, point: Point, known: readonly number[]): void {
  const position = findPosition(connection, point);
  if (position === undefined) return;
  const { id, stamp } = position;
  const time = timestampColumn("at" in point ? point.at : stamp);
  connection.transaction("IMMEDIATE", () => {
    connection.statement(dropHorizons).run(id, time);
    connection.statement(newStart).run(id, time, id, time);
    for (const one of known) if (one < id) connection.statement(newKnown).run(one, one, time);
    connection.statement(deleteBefore).run(id, id, id);
    connection.script(deleteOrphans);
    dropModesBefore(connection, id);
  });
}

const tracesAfter = `SELECT ${traceColumns} FROM thinned WHERE id > ? ORDER BY id LIMIT 1000`;
const dropTrace = "DELETE FROM thinned WHERE id = ?";
/** Unless the history starts as late already. */
const newStart = `INSERT INTO horizons (kind, from_id, to_id, to_time) SELECT 'start', 0, ?, ?
  WHERE NOT EXISTS (SELECT 1 FROM horizons
    WHERE kind = 'start' AND from_id = 0 AND to_id >= ? AND to_time >= ?)`;
const newKnown = `INSERT INTO horizons (kind, from_id, to_id, to_time) VALUES ('known', ?, ?, ?)`;
const deleteBefore = `DELETE FROM thinned WHERE id < ? AND (
  EXISTS (SELECT 1 FROM thinned t WHERE t.file_path = thinned.file_path
    AND t.id > thinned.id AND t.id <= ?)
  OR EXISTS (SELECT 1 FROM paths p JOIN versions s INDEXED BY versions_by_path ON s.path = p.id
    WHERE p.file_path = thinned.file_path AND s.id > thinned.id AND s.id <= ?))`;
const deleteOrphans = `DELETE FROM thinned WHERE file_path NOT IN (SELECT p.file_path FROM paths p
  WHERE p.id IN (SELECT path FROM heads UNION ALL SELECT path FROM departed))`;
const final = `SELECT 1 FROM prunings WHERE id = ? AND (cause NOT IN ('policy', 'cap') OR at < ?)`;

/**
 * The neighbour of a place in a path's rows: id, and of a trace what it says, and whether it says
 * more; NULL for a row.
 */
function neighbour(sign: "<" | ">", order: "DESC" | "ASC"): string {
  return `SELECT id, present, more, pruning FROM (
    SELECT * FROM (SELECT id, NULL AS present, NULL AS more, NULL AS pruning
      FROM versions INDEXED BY versions_by_path
      WHERE path = (SELECT p.id FROM paths p WHERE p.file_path = ?) AND id ${sign} ?
      ORDER BY id ${order} LIMIT 1)
    UNION ALL
    SELECT * FROM (SELECT id, present,
        renamed_from IS NOT NULL OR clock_skew_ms IS NOT NULL AS more, pruning
      FROM thinned INDEXED BY thinned_by_path
      WHERE file_path = ? AND id ${sign} ? ORDER BY id ${order} LIMIT 1))
    ORDER BY id ${order} LIMIT 1`;
}
const lastBefore = neighbour("<", "DESC");
const firstBehind = neighbour(">", "ASC");
const newTrace = `INSERT INTO thinned (id, file_path, timestamp, present, renamed_from, pruning,
  clock_skew_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`;
const forgetOrigin = `UPDATE thinned SET renamed_from = NULL WHERE id = ?`;
const dropHorizons = `DELETE FROM horizons WHERE to_id <= ? AND to_time <= ?`;
