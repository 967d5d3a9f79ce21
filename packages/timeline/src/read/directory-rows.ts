import { parseCount } from "../file/cell.ts";
import type { PathRange } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";
import { pathCondition } from "./path-range.ts";
import { type IdBounds, rangeCondition, rowsByPath } from "./selection.ts";
import { beyond, farEnd, firstStretch, pagesOf, rowId, type Walk, walkPages } from "./walk.ts";

// No index has a directory's rows in order of time. Where they are few, their ids are taken from the
// index of paths and sorted. Where they are many, the newest ones are not far from the newest rows
// of the whole project: look through those, a stretch of ids at a time.

/** The rows of every path in the range. */
export function* rowsBelow(
  connection: Connection,
  range: PathRange,
  walk: Walk,
): Generator<Row | undefined> {
  const wide = walk.high - walk.low > walk.limits.stretchIds;
  const ids = wide ? listIds(connection, range, walk) : undefined;
  if (ids === undefined) yield* rowsByStretch(connection, range, walk);
  else yield* rowsById(connection, ids, walk);
}

/** The ids of the range's rows in order of the walk; `undefined` when there are too many. */
export function listIds(
  connection: Connection,
  range: PathRange,
  walk: Walk,
): number[] | undefined {
  const path = pathCondition(range);
  const { narrowRows } = walk.limits;
  const ids = connection
    .statement(`SELECT s.id FROM ${rowsByPath}
      WHERE 1${path.sql} AND s.id BETWEEN ? AND ? LIMIT ?`)
    .all(...path.cells, walk.low, walk.high, narrowRows + 1)
    .map(rowId);
  if (ids.length > narrowRows) return undefined;
  return ids.sort((a, b) => (walk.newest ? b - a : a - b));
}

/** These rows, in the order of the ids. */
export function* rowsById(
  connection: Connection,
  ids: readonly number[],
  walk: Walk,
): Generator<Row | undefined> {
  const { filter, columns } = walk;
  const sql = `SELECT ${columns} FROM json_each(?) j CROSS JOIN versions s ON s.id = j.value
    WHERE 1${filter.sql}`;
  for (const part of pagesOf(ids, walk)) {
    yield* connection.statement(sql).all(JSON.stringify(part), ...filter.cells);
    yield undefined;
  }
}

function* rowsByStretch(
  connection: Connection,
  range: PathRange,
  walk: Walk,
): Generator<Row | undefined> {
  const { stretchIds } = walk.limits;
  // A directory that was busy long ago: jump to where its rows are, as long as jumps cover ground.
  let mayJump = true;
  for (let left: IdBounds | undefined = walk; left !== undefined && left.low <= left.high; ) {
    const stretch = firstStretch(left, stretchIds, walk.newest);
    let any = false;
    for (const row of rowsOfStretch(connection, range, { ...walk, ...stretch })) {
      any ||= row !== undefined;
      yield row;
    }
    left = beyond(left, farEnd(stretch, walk.newest), walk.newest);
    if (any || !mayJump || isBusy(connection, range, stretch)) continue;
    const landed = jump(connection, range, left, walk.newest);
    mayJump = landed !== undefined && width(left) - width(landed) > stretchIds;
    left = landed;
  }
}

function rowsOfStretch(
  connection: Connection,
  range: PathRange,
  walk: Walk,
): Generator<Row | undefined> {
  const { filter, newest, columns } = walk;
  const path = rangeCondition(range);
  const sql = `SELECT ${columns} FROM ${filter.from}
    WHERE s.id BETWEEN ? AND ?${path.sql}${filter.sql}
    ORDER BY s.id ${newest ? "DESC" : "ASC"} LIMIT ?`;
  return walkPages(walk, ({ low, high }, limit) =>
    connection.statement(sql).all(low, high, ...path.cells, ...filter.cells, limit),
  );
}

/** True when the stretch has rows of the range that the filter left out: then a jump leads nowhere. */
function isBusy(connection: Connection, range: PathRange, { low, high }: IdBounds): boolean {
  const path = rangeCondition(range);
  const sql = `SELECT 1 FROM versions s NOT INDEXED WHERE s.id BETWEEN ? AND ?${path.sql} LIMIT 1`;
  return connection.statement(sql).get(low, high, ...path.cells) !== undefined;
}

function width({ low, high }: IdBounds): number {
  return high - low;
}

/** The bounds from the range's first row in the walk's order on. Reads the range's whole index. */
function jump(
  connection: Connection,
  range: PathRange,
  { low, high }: IdBounds,
  newest: boolean,
): IdBounds | undefined {
  const path = pathCondition(range);
  const found = connection
    .statement(`SELECT ${newest ? "max" : "min"}(s.id) FROM ${rowsByPath}
      WHERE 1${path.sql} AND s.id BETWEEN ? AND ?`)
    .get(...path.cells, low, high)?.[0];
  if (found === null || found === undefined) return undefined;
  const id = parseCount(found, "id");
  return newest ? { low, high: id } : { low: id, high };
}
