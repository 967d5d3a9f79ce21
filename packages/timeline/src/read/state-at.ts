import { comparePaths, pathToColumn, type RelPath } from "@unf/core/base";
import type { KeptState, Point, ThinnedState } from "@unf/core/timeline";
import { parsePath, parseText } from "../file/cell.ts";
import { rangeBelow } from "../file/column.ts";
import type { Cell, Connection, Row } from "../file/driver.ts";
import { setLargeCache, setUsualCache } from "../file/pragmas.ts";
import { findPosition, type Position } from "../rows/point.ts";
import { snapshotColumnsOf } from "../rows/row.ts";
import { type Counting, decideState, readCounting } from "./past-state.ts";
import { isNotRaw, isRaw, mergeByPath, sortByPath } from "./path-order.ts";
import { outermost } from "./path-range.ts";
import { anyAt } from "./selection.ts";

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
  for (const state of readStateInSteps(connection, point, within, pagePaths))
    if (state !== undefined) yield state;
}

/** The same, with `undefined` after each page: at none of its paths may a file have stood. */
export function* readStateInSteps(
  connection: Connection,
  point: Point,
  within: readonly RelPath[],
  pagePaths = usualPage,
): Generator<Standing | undefined> {
  const position = findPosition(connection, point);
  if (position === undefined) return;
  const roots = within.length === 0 ? ["" as RelPath] : outermost(within);
  const few = sortByPath(roots.flatMap((root) => readRawPaths(connection, position, root)));
  // The pages above the rows are asked for again by each path: half the time of 20,000 paths.
  setLargeCache(connection);
  try {
    const many = readUtf8Paths(connection, position, roots, pagePaths);
    if (few.length === 0) yield* many;
    else
      yield* mergeByPath(
        many.filter((state) => state !== undefined),
        few,
      );
  } finally {
    setUsualCache(connection);
  }
}

function* readUtf8Paths(
  connection: Connection,
  position: Position,
  roots: readonly RelPath[],
  pagePaths: number,
): Generator<Standing | undefined> {
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
): Generator<Standing | undefined> {
  const { id } = position;
  const isThinned = connection.statement(anyTrace).get() !== undefined;
  const sql = isThinned ? thinnedStatesOfRange : statesOfRange;
  for (let after = start; ; ) {
    const page = connection
      .statement(sql)
      .all(id, id, ...(isThinned ? [id] : []), after, high, id, pagePaths);
    for (const row of page) {
      const trace = [row.at(-3), row.at(-2)] as const;
      yield* standing(parsePath(row.at(-1)), {
        row: row[0] === null ? undefined : (row as Row),
        trace: trace[0] === null ? undefined : trace,
      });
    }
    yield undefined;
    const last = page.at(-1);
    if (last === undefined || page.length < pagePaths) return;
    after = parseText(last.at(-1), "file_path");
  }
}

function readRawPaths(connection: Connection, position: Position, root: RelPath): Standing[] {
  const { low, high, holeFrom, holeTo } = rangeBelow(root);
  const range = [low, high, holeFrom, holeTo];
  const rows = connection.statement(rawPathsOfRange).all(...range);
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
    if (!anyAt(connection, parsePath(column))) continue;
    yield* standing(parsePath(column), readCounting(connection, column, position));
  }
}

/** Nothing for a path that was not there, or of which that is not known. */
function standing(path: RelPath, counting: Counting): readonly Standing[] {
  const state = decideState(path, counting, () => false);
  return state.kind === "kept" || state.kind === "thinned" ? [state] : [];
}

// Paths come in their order, so nothing is sorted. Which row counts is said by the path's newest one unless
// that is later than the point. A path that departed before the point cannot be part of the state.
function statesOf(columns: string, trace: string, orLater = ""): string {
  return `
SELECT ${snapshotColumnsOf("p.file_path")}, ${columns}, p.file_path FROM paths p
LEFT JOIN heads h ON h.path = p.id
LEFT JOIN departed d ON d.path = p.id
LEFT JOIN versions s ON s.id =
  CASE WHEN ifnull(h.snapshot_id, d.snapshot_id) <= ? THEN ifnull(h.snapshot_id, d.snapshot_id) ELSE (
    SELECT v.id FROM versions v INDEXED BY versions_by_path
    WHERE v.path = p.id AND v.id <= ? ORDER BY v.id DESC LIMIT 1) END
${trace} WHERE p.file_path > ? AND p.file_path < ? AND ${isNotRaw}
  AND (h.path IS NOT NULL OR d.snapshot_id > ?${orLater})
ORDER BY p.file_path LIMIT ?`;
}
const statesOfRange = statesOf("NULL, NULL", "");
const thinnedStatesOfRange = statesOf(
  "t.id, t.present",
  `LEFT JOIN thinned t ON t.id = (SELECT w.id FROM thinned w INDEXED BY thinned_by_path
  WHERE w.file_path = p.file_path AND w.id <= ? ORDER BY w.id DESC LIMIT 1)`,
  // Of a path whose newest row was forgotten.
  ` OR (d.path IS NOT NULL AND EXISTS (SELECT 1 FROM thinned l INDEXED BY thinned_by_path
    WHERE l.file_path = p.file_path AND l.id > d.snapshot_id))`,
);

const rawPathsOfRange = `SELECT file_path FROM paths p INDEXED BY paths_raw
  WHERE ${isRaw} AND file_path > ? AND file_path < ? AND NOT (file_path >= ? AND file_path < ?)`;
const anyTrace = `SELECT 1 FROM thinned LIMIT 1`;
