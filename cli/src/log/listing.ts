import {
  type Cursor,
  decodeCursor,
  encodeCursor,
  type Gap,
  mergeRows,
  type ProjectId,
  type Resumption,
  resumeAfter,
  type Snapshot,
  type SnapshotQuery,
  UnfError,
  type WallMs,
} from "@unf/core";
import type { ProjectEntry, ProjectReader } from "@unf/wiring";
import type { Selection } from "./selection.ts";

/** One recorded version in a listing. */
export interface ListedVersion {
  readonly kind: "version";
  readonly source: ProjectReader;
  readonly snapshot: Snapshot;
}

/** A span of the listing in which versions may be missing. */
export interface ListedGap {
  readonly kind: "gap";
  readonly project: ProjectEntry;
  readonly gap: Gap;
}

/** One page of a listing. */
export interface Listing {
  readonly versions: readonly ListedVersion[];
  /** Versions and gaps in the order of the listing. */
  readonly items: readonly (ListedVersion | ListedGap)[];
  /** Where the next page goes on; `null` on the last. */
  readonly next: string | null;
}

/** Reads one page: at most `limit` versions, and the gaps of the span they cover. */
export function readListing(
  selection: Selection,
  { limit, cursorWord }: { readonly limit: number; readonly cursorWord: string | undefined },
): Listing {
  const cursor = cursorWord === undefined ? undefined : readCursor(cursorWord, selection);
  const { order } = selection.query;
  const byProject = new Map(selection.sources.map((source) => [source.project.id, source]));
  const merged = mergeRows(
    selection.sources.map((source) => ({
      project: source.project.id,
      rows: readRows(source, selection, cursor),
    })),
    order,
  );
  const versions: ListedVersion[] = [];
  let hasMore = false;
  for (const { project, row } of merged) {
    const source = byProject.get(project);
    if (source === undefined) continue;
    if (versions.length === limit) {
      hasMore = true;
      break;
    }
    versions.push({ kind: "version", source, snapshot: row });
  }
  const last = versions.at(-1);
  const next =
    hasMore && last !== undefined
      ? encodeCursor({ order, after: positionOf(last) }, selection.fingerprint)
      : null;
  const items = withGaps(
    versions,
    readGaps(selection, cursor, next === null ? undefined : last),
    order,
  );
  return { versions, items, next };
}

function readCursor(word: string, selection: Selection): Cursor {
  const cursor = decodeCursor(word, selection.fingerprint);
  if (cursor !== undefined) return cursor;
  throw new UnfError("usage", "the cursor does not belong to this listing", {
    hint: "repeat the flags and paths of the listing that printed it",
  });
}

function* readRows(
  source: ProjectReader,
  selection: Selection,
  cursor: Cursor | undefined,
): Generator<Snapshot> {
  const { query, matches } = selection;
  const resumed =
    cursor === undefined
      ? query
      : narrow(query, resumeAfter(cursor.after, query.order, source.project.id));
  for (const row of source.timeline.find(resumed)) {
    if (matches(row.path) || (row.renamedFrom !== null && matches(row.renamedFrom))) yield row;
  }
}

function narrow(query: SnapshotQuery, by: Resumption): SnapshotQuery {
  if ("after" in by) return { ...query, after: by.after };
  if ("until" in by)
    return { ...query, until: Math.min(query.until ?? by.until, by.until) as WallMs };
  return { ...query, since: Math.max(query.since ?? by.since, by.since) as WallMs };
}

function positionOf({ source, snapshot }: ListedVersion): Cursor["after"] {
  return { at: snapshot.at, project: source.project.id as ProjectId, id: snapshot.id };
}

/**
 * The gaps that ended within the span of this page. Pages of one listing cover it without overlap,
 * so each gap is told once.
 */
function readGaps(
  selection: Selection,
  cursor: Cursor | undefined,
  last: ListedVersion | undefined,
): ListedGap[] {
  const { query, sources } = selection;
  const isNewest = query.order === "newest";
  const begin = cursor?.after.at;
  const end = last?.snapshot.at;
  const after = (isNewest ? end : begin) ?? (query.since ?? 0) - 1;
  const upTo = (isNewest ? begin : end) ?? query.until ?? Number.POSITIVE_INFINITY;
  const listed = sources.flatMap(({ project, timeline }) =>
    timeline
      .gaps(query.since)
      .filter((gap) => gap.to > after && gap.to <= upTo)
      .map((gap) => ({ kind: "gap" as const, project, gap })),
  );
  return listed.sort((a, b) => (isNewest ? b.gap.to - a.gap.to : a.gap.to - b.gap.to));
}

function withGaps(
  versions: readonly ListedVersion[],
  gaps: readonly ListedGap[],
  order: SnapshotQuery["order"],
): (ListedVersion | ListedGap)[] {
  const items: (ListedVersion | ListedGap)[] = [];
  let nextGap = 0;
  for (const version of versions) {
    const { at } = version.snapshot;
    for (let gap = gaps[nextGap]; gap !== undefined; gap = gaps[nextGap]) {
      // A version of the very instant a gap ended was recorded by the sweep that closed it.
      if (order === "newest" ? gap.gap.to <= at : gap.gap.to > at) break;
      items.push(gap);
      nextGap += 1;
    }
    items.push(version);
  }
  return [...items, ...gaps.slice(nextGap)];
}
