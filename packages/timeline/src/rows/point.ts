import type { SnapshotId, WallMs } from "@unf/core/base";
import type { ShownTwice } from "@unf/core/ports";
import type { Point } from "@unf/core/timeline";
import { parseCount, parseId, parseStamp, parseTime } from "../file/cell.ts";
import { stampColumn, timestampColumn } from "../file/column.ts";
import type { Connection } from "../file/driver.ts";

/** The newest row that counts at a point, which may be there no more. Rows at it or before it are those with no larger id. */
export interface Position {
  readonly id: number;
  /** The row's stamp. */
  readonly stamp: WallMs;
}

/**
 * Where a point lies among the rows, those that left a trace included; `undefined` before the first row. An instant is what the clock
 * showed: where it jumped ahead and came back, or was set back, it showed some instants twice, and the
 * later time is meant, so that nothing of what was recorded since is left out.
 */
export function findPosition(connection: Connection, point: Point): Position | undefined {
  if ("id" in point) {
    return later(
      positionOf(connection.statement(rowUpTo).get(point.id), parseStamp),
      positionOf(connection.statement(traceUpToId).get(point.id), parseTime),
    );
  }
  const times = readTimesOf(connection, point.at);
  return times.later ?? times.earlier;
}

/** The newest rows by each of the times at which the clock showed an instant. */
function readTimesOf(connection: Connection, at: WallMs) {
  const earlier = later(
    lastStampedUpTo(connection, at),
    positionOf(connection.statement(traceUpToTime).get(timestampColumn(at)), parseTime),
  );
  const from = earlier?.id ?? 0;
  const again = later(
    positionOf(connection.statement(rowSkewed).get(from, at), parseStamp),
    positionOf(connection.statement(traceSkewed).get(from, at), parseTime),
  );
  return { earlier, later: again };
}

function positionOf(
  row: readonly unknown[] | undefined,
  parse: (cell: unknown) => WallMs,
): Position | undefined {
  return row === undefined ? undefined : { id: parseId(row[0]), stamp: parse(row[1]) };
}

function later(one: Position | undefined, other: Position | undefined): Position | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.id > other.id ? one : other;
}

/** Where the clock passed an instant twice: the newest rows by then; `undefined` where it did not. */
export function findTwice(connection: Connection, at: WallMs): ShownTwice | undefined {
  const times = readTimesOf(connection, at);
  if (times.later === undefined) return undefined;
  return {
    later: parseId(times.later.id),
    earlier: times.earlier === undefined ? undefined : parseId(times.earlier.id),
  };
}

/** True when the clock was ever behind a row that was there; only then stamps differ from what it showed. */
export function wasSetBack(connection: Connection): boolean {
  return connection.statement(anySkewed).get() !== undefined;
}

/** The clock's reading at a row of `s`, in ms since 1970. */
export const clockOfRow = "(s.stamp - ifnull(s.clock_skew_ms, 0))";

/**
 * Id of the first row stamped `at` or later: no earlier one was recorded when the clock showed that.
 * `from`: an id that it is known not to lie before.
 */
export function firstIdFrom(connection: Connection, at: WallMs, from = 1): SnapshotId | undefined {
  const before = lastUpTo(connection, stampColumn(at) - 1, from)?.id ?? from - 1;
  const row = connection.statement(rowFrom).get(before + 1);
  return row === undefined ? undefined : parseId(row[0]);
}

/** Id of the last row stamped `at` or earlier; `undefined` when there is none. */
export function lastIdUpTo(connection: Connection, at: WallMs): SnapshotId | undefined {
  const row = lastStampedUpTo(connection, at);
  return row === undefined ? undefined : parseId(row.id);
}

/** The newest row stamped `at` or earlier. */
function lastStampedUpTo(connection: Connection, at: WallMs): Position | undefined {
  return lastUpTo(connection, stampColumn(at));
}

/**
 * Stamps never go down as ids go up, so no index is needed: a million rows are halved twenty times,
 * a hundred microseconds.
 */
function lastUpTo(connection: Connection, stamp: number, from = 1): Position | undefined {
  const upTo = connection.statement(rowUpTo);
  let found: Position | undefined;
  let low = from;
  // Mostly the newest rows are asked for.
  let middle = newestId(connection);
  for (let high = middle; low <= high; middle = low + Math.floor((high - low) / 2)) {
    const row = positionOf(upTo.get(middle), parseStamp);
    // Otherwise there is a hole between the ids.
    const isWithin = row !== undefined && row.id >= low;
    if (isWithin && row.stamp > stamp) {
      high = row.id - 1;
      continue;
    }
    if (isWithin) found = row;
    low = middle + 1;
  }
  return found;
}

/** Id of the newest row of all; 0 when there is none. */
export function newestId(connection: Connection): number {
  return parseCount(connection.statement(lastId).get()?.[0], "id");
}

const rowUpTo = "SELECT id, stamp FROM versions WHERE id <= ? ORDER BY id DESC LIMIT 1";
const rowFrom = "SELECT id, stamp FROM versions WHERE id >= ? ORDER BY id LIMIT 1";
const traceUpToId = "SELECT id, timestamp FROM thinned WHERE id <= ? ORDER BY id DESC LIMIT 1";
const traceUpToTime = `SELECT id, timestamp FROM thinned INDEXED BY thinned_by_time
  WHERE timestamp <= ? ORDER BY timestamp DESC, id DESC LIMIT 1`;
// Rows whose stamp is that of an earlier row, by the clock's reading when they were recorded.
const rowSkewed = `SELECT id, stamp FROM versions INDEXED BY versions_skewed
  WHERE clock_skew_ms IS NOT NULL AND id > ? AND stamp - clock_skew_ms <= ? ORDER BY id DESC LIMIT 1`;
const traceSkewed = `SELECT id, timestamp FROM thinned INDEXED BY thinned_skewed
  WHERE clock_skew_ms IS NOT NULL AND id > ?
    AND round(unixepoch(timestamp, 'subsec') * 1000) - clock_skew_ms <= ? ORDER BY id DESC LIMIT 1`;
const anySkewed = `SELECT 1 FROM versions INDEXED BY versions_skewed
  WHERE clock_skew_ms IS NOT NULL LIMIT 1`;
const lastId = `SELECT ifnull(max(id), 0) FROM versions`;
