import { isWithin } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import type { Snapshot } from "@unf/core/timeline";
import { isBy } from "../authors/author-filter.ts";
import { type Authors, readAuthors } from "../authors/authors.ts";
import type { ProjectReader } from "../ports/history.ts";
import type { Selection } from "./selection.ts";
import type { Segment } from "./trace.ts";

/** A row of a listing. */
export interface ListedRow extends Pick<Snapshot, "at" | "id" | "skewMs"> {
  readonly snapshot: Snapshot;
  /** For a deletion whose file left under another name: the row of that name. */
  readonly renamedTo: Snapshot | undefined;
  /** Those of its project. */
  readonly authors: Authors;
}

/** The rows a selection lists of one project, `query` being its own or a part of it. */
export function* readRows(
  source: ProjectReader,
  selection: Selection,
  query: SnapshotQuery = selection.query,
): Generator<ListedRow> {
  for (const row of readRowsInSteps(source, selection, query)) if (row !== undefined) yield row;
}

/** The same, with `undefined` for each row that is not listed, and where much was looked at. */
export function* readRowsInSteps(
  source: ProjectReader,
  selection: Selection,
  query: SnapshotQuery = selection.query,
): Generator<ListedRow | undefined> {
  const { matches, isPicked } = selection;
  const authors = readAuthors(source.timeline);
  for (const snapshot of findRows(source, selection, query)) {
    if (snapshot === undefined) {
      yield undefined;
      continue;
    }
    const isMatch =
      matches(snapshot.path) || (snapshot.renamedFrom !== null && matches(snapshot.renamedFrom));
    const isWanted =
      isMatch &&
      isBy(query.author, authors, snapshot) &&
      isPicked?.(snapshot, authors, source) !== false;
    const renamedTo = isWanted ? readRenamedTo(source, snapshot) : undefined;
    const isTold = renamedTo !== undefined && isToldByRename(selection, renamedTo);
    const { id, at, skewMs = 0 } = snapshot;
    yield isWanted && !isTold ? { id, at, skewMs, snapshot, renamedTo, authors } : undefined;
  }
}

/** Where the file of a deletion went. */
export function readRenamedTo(
  { timeline }: ProjectReader,
  snapshot: Snapshot,
): Snapshot | undefined {
  return snapshot.cause === "renamed" ? timeline.renameOf(snapshot.id) : undefined;
}

/** True when the selection lists the rename, so that the end of the old name need not be listed. */
export function isToldByRename({ query, trace }: Selection, rename: Snapshot): boolean {
  if (query.interim) return false;
  if (trace.length > 1) return trace.some((segment) => isOfSegment(rename, segment));
  return query.within.length === 0 || query.within.some((path) => isWithin(path, rename.path));
}

function isOfSegment({ path, id }: Snapshot, segment: Segment): boolean {
  const { from, below } = segment;
  return path === segment.path && id >= from && (below === undefined || id < below);
}

function* findRows(
  { timeline }: ProjectReader,
  { trace }: Selection,
  query: SnapshotQuery,
): Generator<Snapshot | undefined> {
  if (trace.length < 2) {
    yield* timeline.findInSteps(query);
    return;
  }
  for (const segment of query.order === "newest" ? trace : trace.toReversed()) {
    const rows = timeline.findInSteps({
      ...query,
      within: [segment.path],
      ...narrow(query, segment),
    });
    for (const row of rows) {
      if (row !== undefined && isBeyond(row, segment, query)) break;
      // Rows below the path, from when it was a directory, are no part of the file.
      if (row === undefined || row.path === segment.path || segment.below === undefined) yield row;
    }
  }
}

function isBeyond({ id }: Snapshot, { from, below }: Segment, { order }: SnapshotQuery): boolean {
  return order === "newest" ? id < from : below !== undefined && id >= below;
}

/** The beginning of the segment, in the order of the query, unless the query begins within it. */
function narrow(
  { order, after }: SnapshotQuery,
  { from, below }: Segment,
): Pick<SnapshotQuery, "after"> {
  const ids =
    order === "newest"
      ? Math.min(after ?? Number.POSITIVE_INFINITY, below ?? Number.POSITIVE_INFINITY)
      : Math.max(after ?? 0, from - 1);
  return Number.isFinite(ids) ? { after: ids as NonNullable<typeof after> } : {};
}
