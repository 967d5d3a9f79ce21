import type { ProjectId, SnapshotId, WallMs } from "../base/brand.ts";
import type { SnapshotQuery } from "../ports/timeline/snapshots.ts";
import { type Snapshot, stampOf } from "../timeline/snapshot.ts";

/** Which end of a listing comes first. */
export type Order = SnapshotQuery["order"];

/** Where a row stands among the rows of all projects. */
export interface Position {
  /** Its stamp (`stampOf`). */
  readonly at: WallMs;
  readonly project: ProjectId;
  readonly id: SnapshotId;
}

/**
 * Orders the rows of all projects: by instant, then project, then id. Within a project that is the
 * order of ids, because stamps never go back there. Negative when `a` is listed first.
 */
export function comparePositions(a: Position, b: Position, order: Order): number {
  const byProject = a.project === b.project ? 0 : a.project < b.project ? -1 : 1;
  const oldest = a.at - b.at || byProject || a.id - b.id;
  return order === "oldest" ? oldest : -oldest;
}

/** Bounds to which a query of one project is narrowed. */
export type Resumption = Pick<SnapshotQuery, "after" | "stamped">;

/**
 * Which rows of `project` come behind `after` in the listing of all projects. Rows of one instant
 * are told apart by project, so none is listed twice or left out. Only a row that arrives late, at
 * an instant the listing has passed, is not seen; for following there are subscriptions.
 */
export function resumeAfter(after: Position, order: Order, project: ProjectId): Resumption {
  if (project === after.project) return { after: after.id };
  if (order === "newest") {
    return { stamped: { until: (project < after.project ? after.at : after.at - 1) as WallMs } };
  }
  return { stamped: { since: (project > after.project ? after.at : after.at + 1) as WallMs } };
}

/** The rows of one project, in the order in which they are to be listed. */
export interface RowSource<Row> {
  readonly project: ProjectId;
  readonly rows: Iterable<Row | undefined>;
}

/** One row of the merged listing. */
export interface MergedRow<Row> {
  readonly project: ProjectId;
  readonly row: Row;
}

/**
 * Merges the listings of several projects into one, lazily: no source is read further than one row
 * ahead, and all are closed when the reader stops. `undefined` where a source has one.
 */
export function* mergeRows<Row extends Pick<Snapshot, "at" | "skewMs" | "id">>(
  sources: readonly RowSource<Row>[],
  order: Order,
): Generator<MergedRow<Row> | undefined> {
  const open = sources.map(({ project, rows }) => ({ project, rows: rows[Symbol.iterator]() }));
  try {
    const heads: (MergedRow<Row> | undefined)[] = [];
    for (const source of open) heads.push(yield* nextOf(source));
    for (;;) {
      const first = firstOf(heads, order);
      const best = heads[first];
      const source = open[first];
      if (best === undefined || source === undefined) return;
      yield best;
      heads[first] = yield* nextOf(source);
    }
  } finally {
    for (const { rows } of open) rows.return?.();
  }
}

/** Where the row stands that comes first; -1 where there is none. */
function firstOf(
  heads: readonly (MergedRow<Pick<Snapshot, "at" | "skewMs" | "id">> | undefined)[],
  order: Order,
): number {
  let first = -1;
  let best: Position | undefined;
  for (const [index, head] of heads.entries()) {
    if (head === undefined) continue;
    const { project, row } = head;
    const position = { at: stampOf(row), project, id: row.id };
    if (best !== undefined && comparePositions(position, best, order) > 0) continue;
    best = position;
    first = index;
  }
  return first;
}

function* nextOf<Row>({
  project,
  rows,
}: {
  readonly project: ProjectId;
  readonly rows: Iterator<Row | undefined>;
}): Generator<undefined, MergedRow<Row> | undefined> {
  for (;;) {
    const { done, value: row } = rows.next();
    if (done === true) return undefined;
    if (row !== undefined) return { project, row };
    yield undefined;
  }
}
