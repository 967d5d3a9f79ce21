import { comparePaths, pathToColumn, type RelPath } from "@unf/core/base";
import type { KeptState, Point, ThinnedState } from "@unf/core/timeline";
import { parsePath, parseText } from "../file/cell.ts";
import { rangeBelow } from "../file/column.ts";
import type { Cell, Connection, Row } from "../file/driver.ts";
import { findPosition, type Position } from "../rows/point.ts";
import { snapshotColumns } from "../rows/row.ts";
import { type Counting, decideState, readCounting } from "./past-state.ts";
import { isNotRaw, isRaw, mergeByPath, sortByPath } from "./path-order.ts";
import { outermost } from "./selection.ts";

/** The state of a path where a file stands. */
type Standing = KeptState | ThinnedState;

/** Paths looked up at once. */
const usualPage = 2000;

/**
 * The files that stood at `point`, in path order, a page of paths at a time. The paths are those of `heads` and
 * `departed`; for one whose newest row is not later than the point that row is the answer, for the
 * others it is looked up in the index, and what is left of deleted rows beside it.
 */
export function* readState(
  connection: Connection,
  point: Point,
  within: readonly RelPath[],
  pagePaths = usualPage,
): Generator<Standing> {
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
): Generator<Standing> {
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
): Generator<Standing> {
  const { id, timestamp } = position;
  const isThinned = connection.statement(anyTrace).get() !== undefined;
  const sql = isThinned ? thinnedStatesOfRange : statesOfRange;
  for (let after = start; ; ) {
    const page = connection
      .statement(sql)
      .all(after, high, after, high, id, pagePaths, id, timestamp, id, ...(isThinned ? [id] : []));
    for (const row of page) {
      const trace = [row.at(-3), row.at(-2)] as const;
      yield* standing(parsePath(row.at(-1)), {
        row: row[0] === null ? undefined : (row as Row),
        trace: trace[0] === null ? undefined : trace,
      });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pagePaths) return;
    after = parseText(last.at(-1), "file_path");
  }
}

function readRawPaths(connection: Connection, position: Position, root: RelPath): Standing[] {
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
): Generator<Standing> {
  for (const column of columns) {
    if (connection.statement(listedPath).get(column, column) === undefined) continue;
    yield* standing(parsePath(column), readCounting(connection, column, position));
  }
}

/** Nothing for a path that was not there, or of which that is not known. */
function standing(path: RelPath, counting: Counting): readonly Standing[] {
  const state = decideState(path, counting, () => false);
  return state.kind === "kept" || state.kind === "thinned" ? [state] : [];
}

// The inner query takes the next paths: both of its parts come in order of the path, so nothing is
// sorted. What departed before the point cannot be part of the state.
function statesOf(columns: string, trace: string, orLater = ""): string {
  return `
WITH p (path, newest) AS MATERIALIZED (
  SELECT file_path, snapshot_id FROM heads
    WHERE file_path > ? AND file_path < ? AND ${isNotRaw}
  UNION ALL
  SELECT file_path, snapshot_id FROM departed
    WHERE file_path > ? AND file_path < ? AND ${isNotRaw} AND (snapshot_id > ?${orLater})
  ORDER BY 1 LIMIT ?
)
SELECT ${snapshotColumns}, ${columns}, p.path FROM p LEFT JOIN snapshots s ON s.id =
  CASE WHEN p.newest <= ? THEN p.newest ELSE (
    SELECT v.id FROM snapshots v INDEXED BY snapshots_by_path
    WHERE v.file_path = p.path AND (v.timestamp, v.id) <= (?, ?)
    ORDER BY v.timestamp DESC, v.id DESC LIMIT 1) END
${trace} ORDER BY p.path`;
}
const statesOfRange = statesOf("NULL, NULL", "");
const thinnedStatesOfRange = statesOf(
  "t.id, t.present",
  `LEFT JOIN thinned t ON t.id = (SELECT w.id FROM thinned w INDEXED BY thinned_by_path
  WHERE w.file_path = p.path AND w.id <= ? ORDER BY w.id DESC LIMIT 1)`,
  // Of a path whose newest row was forgotten.
  ` OR EXISTS (SELECT 1 FROM thinned l INDEXED BY thinned_by_path
    WHERE l.file_path = departed.file_path AND l.id > departed.snapshot_id)`,
);

/** One that has a row; of others, whose contents were forgotten, there may be traces. */
const listedPath = `SELECT 1 FROM heads WHERE file_path = ?
  UNION ALL SELECT 1 FROM departed WHERE file_path = ?`;
const rawPathsOfRange = `
SELECT file_path FROM heads INDEXED BY heads_raw
  WHERE ${isRaw} AND file_path > ? AND file_path < ? AND NOT (file_path >= ? AND file_path < ?)
UNION ALL
SELECT file_path FROM departed INDEXED BY departed_raw
  WHERE ${isRaw} AND file_path > ? AND file_path < ? AND NOT (file_path >= ? AND file_path < ?)`;
const anyTrace = `SELECT 1 FROM thinned LIMIT 1`;
