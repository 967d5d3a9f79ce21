import type { WallMs } from "@unf/core/base";
import type { BurstMark } from "@unf/core/timeline";
import { parseCount, parseTime } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";

/** Mass changes that reach to `since` or later, oldest first. */
export function listBursts(connection: Connection, since: WallMs | undefined): BurstMark[] {
  const from = since === undefined ? "" : timestampColumn(since);
  return connection.statement(burstsFrom).all(from).map(parseBurst);
}

export function insertBurst(
  connection: Connection,
  { before, from, to }: Pick<BurstMark, "before" | "from" | "to">,
): number {
  const [changed, deleted] = countPaths(connection, before);
  return connection
    .statement(newBurst)
    .run(before, timestampColumn(from), timestampColumn(to), changed, deleted).id;
}

/** Moves the end, and counts anew up to the newest row. */
export function updateBurst(connection: Connection, id: number, to: WallMs): void {
  const row = connection.statement(beforeOfBurst).get(id);
  if (row === undefined) return;
  const [changed, deleted] = countPaths(connection, parseCount(row[0], "before_id"));
  connection.statement(moveEnd).run(timestampColumn(to), changed, deleted, id);
}

/** Columns: id, before_id, from_time, to_time, paths_changed, paths_deleted. */
function parseBurst(row: Row): BurstMark {
  return {
    id: parseCount(row[0], "id"),
    before: parseCount(row[1], "before_id") as BurstMark["before"],
    from: parseTime(row[2]),
    to: parseTime(row[3]),
    changed: parseCount(row[4], "paths_changed"),
    deleted: parseCount(row[5], "paths_deleted"),
  };
}

function countPaths(connection: Connection, before: number): readonly [number, number] {
  const row = connection.statement(pathsAfter).get(before, before);
  return [parseCount(row?.[0], "paths_changed"), parseCount(row?.[1], "paths_deleted")];
}

const burstsFrom = `SELECT id, before_id, from_time, to_time, paths_changed, paths_deleted
  FROM bursts WHERE to_time >= ? ORDER BY id`;
const newBurst = `INSERT INTO bursts (before_id, from_time, to_time, paths_changed, paths_deleted)
  VALUES (?, ?, ?, ?, ?)`;
const moveEnd = `UPDATE bursts SET to_time = ?, paths_changed = ?, paths_deleted = ? WHERE id = ?`;

// The `+` keeps SQLite from walking the index of all paths: only the rows of the burst are read. A
// path that came and went within it was not deleted, nor was one that is no longer recorded (cause 4) or moved (5).
const pathsAfter = `SELECT count(*) FILTER (WHERE hash IS NOT NULL),
  count(*) FILTER (WHERE hash IS NULL AND cause NOT IN (4, 5) AND ifnull((
    SELECT s.hash IS NOT NULL FROM versions s INDEXED BY versions_by_path
    WHERE s.path = burst.path AND s.id <= ? ORDER BY s.id DESC LIMIT 1), 0))
  FROM (SELECT path, max(id), hash, cause FROM versions
    WHERE id > ? AND operation IS NULL GROUP BY +path) burst`;
const beforeOfBurst = `SELECT before_id FROM bursts WHERE id = ?`;
