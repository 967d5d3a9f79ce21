import { comparePaths, type RelPath, type SnapshotId } from "@unf/core/base";
import type { PastState, PathSpan, Point, StandingFile, StatePair } from "@unf/core/timeline";
import { parseCount, parseFlag, parseId, parsePath, parseText } from "../file/cell.ts";
import { rangeBelow } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";
import { setLargeCache, setUsualCache } from "../file/pragmas.ts";
import { findPosition } from "../rows/point.ts";
import { events } from "../rows/row.ts";
import { readPathsAt } from "./past-state.ts";
import { columnAfter, isNotRaw, isRaw, mergeByPath, sortByPath } from "./path-order.ts";

/** So many are read with the usual cache. */
const fewPairs = 256;

/** Everything that was ever recorded. */
const newest: Point = { id: Number.MAX_SAFE_INTEGER as SnapshotId };

/**
 * Pairs of the state at `point` and the one now, by the paths of `heads` and `departed`. Where a path's
 * newest row is not later than the point nothing stands between the two, and no row is read.
 */
export function listPairs(
  connection: Connection,
  point: Point,
  { below, after, limit }: PathSpan,
): StatePair[] {
  const { low, high } = rangeBelow(below);
  const id = findPosition(connection, point)?.id ?? 0;
  const isThinned = connection.statement(anyTrace).get() !== undefined;
  const read = (from: string) =>
    connection
      .statement(isThinned ? thinnedPairs : plainPairs)
      .all(id, id, id, ...(isThinned ? [id] : []), from, high, id, limit);
  const begin = after === undefined ? low : columnAfter(after);
  const many: StatePair[] = [];
  // The pages above the rows are asked for again by each path.
  if (limit > fewPairs) setLargeCache(connection);
  try {
    for (let from = comparePaths(begin, low) > 0 ? begin : low; many.length < limit; ) {
      const page = read(from);
      for (const row of page) many.push(...pairOf(row, id));
      const last = page.at(-1);
      if (last === undefined || page.length < limit) break;
      from = parseText(last[0], "file_path");
    }
  } finally {
    if (limit > fewPairs) setUsualCache(connection);
  }
  const few = listRawPairs(connection, point, below);
  if (few.length === 0) return many.slice(0, limit);
  const isBeyond = ({ path }: StatePair) => after === undefined || comparePaths(path, after) > 0;
  return [...mergeByPath(many, sortByPath(few))].filter(isBeyond).slice(0, limit);
}

/** None where a file stood neither then nor now. */
function pairOf(row: Row, upTo: number): StatePair[] {
  const [path, head, headBytes, headMode, departed, own, event, bytes, mode, isSame, ...traces] =
    row;
  const [trace, wasPresent, lastTrace, isPresent] = traces;
  const current = head === null ? undefined : fileOf(head, headBytes, headMode);
  const isUnchanged = current !== undefined && current.version <= upTo;
  const isGone = own === null || event === events.indexOf("delete");
  const old = isGone ? undefined : fileOf(own, bytes, mode);
  const counting = isUnchanged ? current.version : own;
  const past = traced(isUnchanged ? current : old, counting, trace, wasPresent);
  const now = traced(current, head ?? departed, lastTrace, isPresent);
  if ((past ?? now) === undefined) return [];
  return [{ path: parsePath(path), past, now, isSameContent: isUnchanged || isSame === 1 }];
}

function fileOf(id: unknown, bytes: unknown, mode: unknown): StandingFile {
  return {
    version: parseId(id),
    bytes: parseCount(bytes, "size_bytes"),
    mode: parseCount(mode, "mode"),
  };
}

/** The file, unless the trace of a deleted row is newer than the row that counts. */
function traced(
  file: StandingFile | undefined,
  row: unknown,
  trace: unknown,
  present: unknown,
): StatePair["past"] {
  if (trace === undefined || trace === null) return file;
  if (row !== null && parseId(trace) < parseId(row)) return file;
  return parseFlag(present, "present") ? "thinned" : undefined;
}

/** Paths with raw bytes stand elsewhere in the order of the column, and are few. */
function listRawPairs(connection: Connection, point: Point, below: RelPath): StatePair[] {
  const { low, high, holeFrom, holeTo } = rangeBelow(below);
  const rows = connection.statement(rawPaths).all(low, high, holeFrom, holeTo);
  if (rows.length === 0) return [];
  const [readPast, readNow] = [readPathsAt(connection, point), readPathsAt(connection, newest)];
  return rows.flatMap((row) => {
    const path = parsePath(row[0]);
    const [past, now] = [readPast(path), readNow(path)];
    const pair = { path, past: sideOf(past), now: sideOf(now) };
    if ((pair.past ?? pair.now) === undefined) return [];
    const isKept = past.kind === "kept" && now.kind === "kept";
    return [{ ...pair, isSameContent: isKept && past.row.hash === now.row.hash }];
  });
}

function sideOf(state: PastState): StatePair["past"] {
  if (state.kind === "thinned") return "thinned";
  if (state.kind !== "kept") return undefined;
  const { id, bytes, mode } = state.row;
  return { version: id, bytes, mode };
}

function pairsOf(traces: string, joins: string, orLater: string): string {
  return `
SELECT p.file_path, h.snapshot_id, h.size_bytes, h.mode, d.snapshot_id,
  s.id, s.event, s.size_bytes, s.mode, s.hash = h.content_hash${traces} FROM paths p
LEFT JOIN heads h ON h.path = p.id
LEFT JOIN departed d ON d.path = CASE WHEN h.path IS NULL THEN p.id END
LEFT JOIN versions s ON s.id = CASE WHEN h.snapshot_id <= ? THEN NULL
  WHEN d.snapshot_id <= ? THEN d.snapshot_id ELSE (
    SELECT v.id FROM versions v INDEXED BY versions_by_path
    WHERE v.path = p.id AND v.id <= ? ORDER BY v.id DESC LIMIT 1) END
${joins} WHERE p.file_path > ? AND p.file_path < ? AND ${isNotRaw}
  AND (h.path IS NOT NULL OR d.snapshot_id > ?${orLater})
ORDER BY p.file_path LIMIT ?`;
}
const plainPairs = pairsOf("", "", "");
const thinnedPairs = pairsOf(
  ", t.id, t.present, l.id, l.present",
  `LEFT JOIN thinned t ON t.id = (SELECT w.id FROM thinned w INDEXED BY thinned_by_path
    WHERE w.file_path = p.file_path AND w.id <= ? ORDER BY w.id DESC LIMIT 1)
  LEFT JOIN thinned l ON l.id = (SELECT w.id FROM thinned w INDEXED BY thinned_by_path
    WHERE w.file_path = p.file_path ORDER BY w.id DESC LIMIT 1)`,
  // Of a path whose newest row was forgotten.
  " OR l.id > d.snapshot_id",
);

const rawPaths = `SELECT file_path FROM paths p INDEXED BY paths_raw
  WHERE ${isRaw} AND file_path > ? AND file_path < ? AND NOT (file_path >= ? AND file_path < ?)`;
const anyTrace = "SELECT 1 FROM thinned LIMIT 1";
