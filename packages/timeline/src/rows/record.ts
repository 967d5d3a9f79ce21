import type { WallMs } from "@unf/core/base";
import type { Gap, GapReason, MissedStates } from "@unf/core/timeline";
import { parseText } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection } from "../file/driver.ts";
import { parseGap, reasonOf } from "./row.ts";

// The small tables: gaps, meta.

/** Gaps that reach to `since` or later, oldest first. */
export function listGaps(connection: Connection, since: WallMs | undefined): Gap[] {
  const from = since === undefined ? "" : timestampColumn(since);
  return connection.statement(gapsFrom).all(from).map(parseGap);
}

export function insertGap(
  connection: Connection,
  gap: { readonly from: WallMs; readonly to: WallMs; readonly reason: GapReason },
): number {
  const from = timestampColumn(gap.from);
  return connection.statement(newGap).run(from, timestampColumn(gap.to), gap.reason).id;
}

/** Moves the end of an open gap on, never back. */
export function extendGap(connection: Connection, id: number, to: WallMs): void {
  connection.statement(laterGap).run(timestampColumn(to), id);
}

/** Closes a gap; one that is closed already stays as it is. */
export function updateGap(
  connection: Connection,
  id: number,
  closed: { readonly at: WallMs; readonly pathsDiffered: number },
): void {
  connection.statement(endGap).run(timestampColumn(closed.at), closed.pathsDiffered, id);
}

/** Such a gap is closed from the beginning: what the file became is recorded, or will be. */
export function putMissed(connection: Connection, missed: readonly MissedStates[]): number[] {
  return connection.transaction("IMMEDIATE", () =>
    missed.map(({ gap, path, from, to, states }) => {
      const end = timestampColumn(to);
      if (gap === undefined) {
        return connection
          .statement(newMissed)
          .run(timestampColumn(from), end, reasonOf(path), end, states).id;
      }
      connection.statement(moreMissed).run(end, end, states, gap);
      return gap;
    }),
  );
}

export function readMeta(connection: Connection, key: string): string | undefined {
  const row = connection.statement(getMeta).get(key);
  return row === undefined ? undefined : parseText(row[0], `meta ${key}`);
}

export function writeMeta(connection: Connection, key: string, value: string): void {
  connection.statement(putMeta).run(key, value);
}

const gapsFrom = `SELECT id, from_time, to_time, reason, closed_at, closed_by, paths_differed
  FROM gaps WHERE to_time >= ? ORDER BY id`;
const newGap = `INSERT INTO gaps (from_time, to_time, reason) VALUES (?, ?, ?)`;
const laterGap = `UPDATE gaps SET to_time = max(to_time, ?) WHERE id = ? AND closed_at IS NULL`;
const endGap = `UPDATE gaps SET closed_at = ?, closed_by = 'sweep', paths_differed = ?
  WHERE id = ? AND closed_at IS NULL`;
const newMissed = `INSERT INTO gaps (from_time, to_time, reason, closed_at, closed_by, paths_differed)
  VALUES (?, ?, ?, ?, 'capture', ?)`;
const moreMissed = `UPDATE gaps SET to_time = max(to_time, ?), closed_at = max(closed_at, ?),
  paths_differed = ? WHERE id = ? AND closed_by = 'capture'`;
const putMeta = `INSERT INTO meta (key, value) VALUES (?, ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const getMeta = `SELECT value FROM meta WHERE key = ?`;
