import { comparePaths, type Point, pathToColumn, type RelPath, type Snapshot } from "@unf/core";
import { parseText } from "./cell.ts";
import { rangeBelow } from "./column.ts";
import type { Cell, Connection, Row } from "./driver.ts";
import { isNotRaw, isRaw, mergeByPath, sortByPath } from "./path-order.ts";
import { findPosition, type Position } from "./point.ts";
import { parseSnapshot, snapshotColumns } from "./row.ts";
import { outermost } from "./selection.ts";
import { findVersion } from "./version.ts";

/** Paths looked up at once. */
const usualPage = 2000;

/**
 * The last row at `point` of every path, deletions left out, in path order, a page of paths at a
 * time. The paths are those of `heads` and `departed`; for one whose newest row is not later than
 * the point that row is the answer, for the others it is looked up in the index.
 */
export function* readState(
  connection: Connection,
  point: Point,
  within: readonly RelPath[],
  pagePaths = usualPage,
): Generator<Snapshot> {
  const position = findPosition(connection, point);
  if (position === undefined) return;
  const roots = within.length === 0 ? ["" as RelPath] : outermost(within);
  const few = sortByPath(roots.flatMap((root) => readRawPaths(connection, position, root)));
  yield* mergeByPath(readUtf8Paths(connection, position, roots, pagePaths), few);
}

function* readUtf8Paths(
  connection: Connection,
  position: Position,
  roots: readonly RelPath[],
  pagePaths: number,
): Generator<Snapshot> {
  for (const stretch of listStretches(roots)) {
    if (stretch.kind === "range") yield* readRange(connection, position, stretch, pagePaths);
    else yield* readPaths(connection, position, [stretch.start]);
  }
}

/** One path, or all paths with `start < path < high`. */
type Stretch =
  | { readonly kind: "path"; readonly start: string }
  | { readonly kind: "range"; readonly start: string; readonly high: Cell };

/** Stretches of the column that do not overlap, in its order. */
function listStretches(roots: readonly RelPath[]): Stretch[] {
  return roots
    .filter((root) => root.isWellFormed())
    .flatMap((root): Stretch[] => {
      const { low, high } = rangeBelow(root);
      const below: Stretch = { kind: "range", start: low, high };
      return root === "" ? [below] : [{ kind: "path", start: root }, below];
    })
    .sort((a, b) => comparePaths(a.start, b.start));
}

function* readRange(
  connection: Connection,
  position: Position,
  { start, high }: { readonly start: string; readonly high: Cell },
  pagePaths: number,
): Generator<Snapshot> {
  const { id, timestamp } = position;
  for (let after = start; ; ) {
    const page = connection
      .statement(statesOfRange)
      .all(after, high, after, high, id, pagePaths, id, timestamp, id);
    for (const row of page) if (isPresent(row)) yield parseSnapshot(row);
    const last = page.at(-1);
    if (last === undefined || page.length < pagePaths) return;
    after = parseText(last.at(-1), "file_path");
  }
}

function readRawPaths(connection: Connection, position: Position, root: RelPath): Snapshot[] {
  const { low, high, holeFrom, holeTo } = rangeBelow(root);
  const range = [low, high, holeFrom, holeTo];
  const rows = connection.statement(rawPathsOfRange).all(...range, ...range);
  const paths = rows.map((row) => parseText(row[0], "file_path"));
  if (!root.isWellFormed()) paths.push(pathToColumn(root));
  return [...readPaths(connection, position, paths)];
}

function* readPaths(
  connection: Connection,
  position: Position,
  columns: readonly string[],
): Generator<Snapshot> {
  for (const column of columns) {
    const row = findVersion(connection, column, position);
    if (row !== undefined && isPresent(row)) yield parseSnapshot(row);
  }
}

/** False for a path that had no row yet, or whose row is a deletion. */
function isPresent(row: Row): boolean {
  return row[0] !== null && row[5] !== "delete";
}

// The inner query takes the next paths: both of its parts come in order of the path, so nothing is
// sorted. What departed before the point cannot be part of the state.
const statesOfRange = `
WITH p (path, newest) AS MATERIALIZED (
  SELECT file_path, snapshot_id FROM heads
    WHERE file_path > ? AND file_path < ? AND ${isNotRaw}
  UNION ALL
  SELECT file_path, snapshot_id FROM departed
    WHERE file_path > ? AND file_path < ? AND ${isNotRaw} AND snapshot_id > ?
  ORDER BY 1 LIMIT ?
)
SELECT ${snapshotColumns}, p.path FROM p LEFT JOIN snapshots s ON s.id =
  CASE WHEN p.newest <= ? THEN p.newest ELSE (
    SELECT v.id FROM snapshots v INDEXED BY snapshots_by_path
    WHERE v.file_path = p.path AND (v.timestamp, v.id) <= (?, ?)
    ORDER BY v.timestamp DESC, v.id DESC LIMIT 1) END
ORDER BY p.path`;

const rawPathsOfRange = `
SELECT file_path FROM heads INDEXED BY heads_raw
  WHERE ${isRaw} AND file_path > ? AND file_path < ? AND NOT (file_path >= ? AND file_path < ?)
UNION ALL
SELECT file_path FROM departed INDEXED BY departed_raw
  WHERE ${isRaw} AND file_path > ? AND file_path < ? AND NOT (file_path >= ? AND file_path < ?)`;
