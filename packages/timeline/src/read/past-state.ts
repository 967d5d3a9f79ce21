import { pathToColumn, type RelPath, type SnapshotId, type WallMs } from "@unf/core/base";
import { planForgetTest } from "@unf/core/forget";
import {
  type Horizon,
  nearerTo,
  type PastState,
  type Point,
  type Snapshot,
} from "@unf/core/timeline";
import { parseFlag, parseId } from "../file/cell.ts";
import type { Connection, Row } from "../file/driver.ts";
import { listForgettings } from "../rows/forgettings.ts";
import { listHorizons } from "../rows/horizons.ts";
import { findPosition, type Position } from "../rows/point.ts";
import { causes, parseSnapshot, snapshotColumns } from "../rows/row.ts";
import { findVersion, readFirst } from "./version.ts";

/** The rows that count of a path at a position: its newest row, and what is left of a newer one. */
export interface Counting {
  readonly row: Row | undefined;
  /** Id of the trace, and whether the file was there. */
  readonly trace: readonly [id: unknown, present: unknown] | undefined;
}

/**
 * The one place where it is decided what stood at a path. `isDoubtful` is asked only when nothing says
 * that it was there.
 */
export function decideState(
  path: RelPath,
  { row, trace }: Counting,
  isDoubtful: (path: RelPath) => boolean,
): PastState {
  const known = row === undefined ? undefined : parseSnapshot(row);
  if (trace !== undefined && parseId(trace[0]) > (known?.id ?? 0)) {
    if (parseFlag(trace[1], "present")) {
      return { kind: "thinned", path, since: parseId(trace[0]) };
    }
    return { kind: isDoubtful(path) ? "unknown" : "absent", path, row: undefined };
  }
  if (known !== undefined && known.event !== "delete") return { kind: "kept", path, row: known };
  // A file that left the record stood on, and nobody looked at it any more.
  const isUnknown = known?.cause === "excluded" || isDoubtful(path);
  return { kind: isUnknown ? "unknown" : "absent", path, row: known };
}

/** Reads the state of any path at a point. Facts that do not depend on the path are read once. */
export function readPathsAt(connection: Connection, point: Point): (path: RelPath) => PastState {
  const position = findPosition(connection, point) ?? goneUpTo(point);
  let doubt: ((path: RelPath) => boolean) | undefined;
  const isDoubtful = (path: RelPath) => {
    doubt ??= planDoubt(connection, position);
    return doubt(path);
  };
  return (path) =>
    decideState(path, readCounting(connection, pathToColumn(path), position), isDoubtful);
}

/** Where no row is left up to a point that is one: what was there then is not known for that. */
function goneUpTo(point: Point): Position {
  return "id" in point ? { ...beforeAll, id: point.id } : beforeAll;
}

/** `path`: as its column. */
export function readCounting(connection: Connection, path: string, position: Position): Counting {
  const trace = connection.statement(traceUpTo).get(path, position.id);
  return {
    row: findVersion(connection, path, position),
    trace: trace === undefined ? undefined : [trace[0], trace[1]],
  };
}

/** The version with a content that is nearest in time to what stood there. */
export function readNearestKept(
  connection: Connection,
  path: RelPath,
  point: Point,
): Snapshot | undefined {
  const position = findPosition(connection, point) ?? beforeAll;
  const place = [pathToColumn(path), position.id];
  const [before, after] = [contentBefore, contentAfter].map((sql) => {
    const row = connection.statement(sql).get(...place);
    return row === undefined ? undefined : parseSnapshot(row);
  });
  const at = "at" in point ? point.at : position.stamp;
  return nearerTo(at, before, after);
}

/** False for a point before the start of the history. */
export function isReached(connection: Connection, point: Point): boolean {
  const horizons = listHorizons(connection);
  const isKnown = ({ kind, from }: Horizon) =>
    kind === "known" && "id" in point && point.id === from;
  if (horizons.some((horizon) => isBefore(connection, point, horizon))) {
    return horizons.some(isKnown);
  }
  const first = connection.statement(firstEver).get();
  if ("at" in point) return findPosition(connection, point) !== undefined;
  // Before the first row the project was empty, unless files stood there when recording began.
  return (
    point.id > 0 ||
    first === undefined ||
    (first[1] !== null && first[1] !== causes.indexOf("baseline"))
  );
}

function isBefore(connection: Connection, point: Point, horizon: Horizon): boolean {
  const { kind, from, to, toTime } = horizon;
  if (kind !== "start") return false;
  if ("id" in point) return point.id >= from && point.id < to;
  if (point.at >= toTime) return false;
  const id = findPosition(connection, point)?.id ?? 0;
  // The clock was set back since to an instant before the start.
  if (id > to) return false;
  return from === 0 || id >= from;
}

/** Tells of paths whether they may have been there although nothing says so. */
function planDoubt(connection: Connection, { id }: Position): (path: RelPath) => boolean {
  const isThinnedUnseen = listHorizons(connection).some(
    ({ kind, from, to }) => kind === "absence" && id >= from && id < to,
  );
  if (isThinnedUnseen) return () => true;
  const orders = listForgettings(connection).filter(
    ({ kind, upTo }) => kind === "path" && upTo >= id && id > 0,
  );
  const isMeant = orders.length === 0 ? undefined : planForgetTest(orders);
  return (path) => {
    const first = readFirst(connection, path);
    // It stood there when recording began, or before it had a row.
    if (first !== undefined && first.id > id && stoodBefore(connection, first)) return true;
    return isMeant?.({ id: id as SnapshotId, path, hash: null }, false) ?? false;
  };
}

/** True for a path whose first row tells of no beginning; what thinned before that left a trace. */
function stoodBefore(connection: Connection, { cause, event, path }: Snapshot): boolean {
  if (cause === "baseline") return true;
  if (event !== "modify" && event !== "delete") return false;
  return connection.statement(anyTrace).get(pathToColumn(path)) === undefined;
}

const anyTrace = "SELECT 1 FROM thinned INDEXED BY thinned_by_path WHERE file_path = ? LIMIT 1";
const beforeAll: Position = { id: 0, stamp: 0 as WallMs };

const traceUpTo = `SELECT id, present FROM thinned INDEXED BY thinned_by_path
  WHERE file_path = ? AND id <= ? ORDER BY id DESC LIMIT 1`;
const contentBefore = `SELECT ${snapshotColumns} FROM versions s INDEXED BY versions_by_path
  WHERE s.path = (SELECT id FROM paths WHERE file_path = ?) AND s.id <= ? AND s.hash IS NOT NULL
  ORDER BY s.id DESC LIMIT 1`;
const contentAfter = `SELECT ${snapshotColumns} FROM versions s INDEXED BY versions_by_path
  WHERE s.path = (SELECT id FROM paths WHERE file_path = ?) AND s.id > ? AND s.hash IS NOT NULL
  ORDER BY s.id LIMIT 1`;
const firstEver = `SELECT id, cause FROM (
  SELECT * FROM (SELECT id, cause FROM versions ORDER BY id LIMIT 1)
  UNION ALL SELECT * FROM (SELECT id, NULL AS cause FROM thinned ORDER BY id LIMIT 1))
  ORDER BY id LIMIT 1`;
