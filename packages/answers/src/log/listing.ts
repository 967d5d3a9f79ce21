import { type ProjectId, UnfError, type WallMs } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import { type Cursor, decodeCursor, encodeCursor, mergeRows, resumeAfter } from "@unf/core/query";
import { type Snapshot, stampOf } from "@unf/core/timeline";
import type { Authors } from "../authors/authors.ts";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { type ListedMark, readMarks, type StampedMark } from "./marks.ts";
import { type ListedRow, readRowsInSteps } from "./rows.ts";
import type { Selection } from "./selection.ts";

/** One recorded version in a listing. */
export interface ListedVersion {
  readonly kind: "version";
  readonly source: ProjectReader;
  readonly snapshot: Snapshot;
  /** For a deletion whose file left under another name: the row of that name. */
  readonly renamedTo?: Snapshot | undefined;
  /** Those of its project. */
  readonly authors: Authors;
}

/** One page of a listing. */
export interface Listing {
  readonly versions: readonly ListedVersion[];
  /** Versions and marks in the order of the listing. */
  readonly items: readonly (ListedVersion | ListedMark)[];
  /** Where the next page goes on; `null` on the last. */
  readonly next: string | null;
}

/** Says of each version, in the order of the listing, whether there is room for it on the page. */
export interface PageBudget {
  /** False, with nothing taken, where there is none. */
  take(version: ListedVersion): boolean;
  /** Versions that fit, of those taken. */
  readonly fitting: number;
}

/** Extent of a page. */
export interface PageRequest {
  /** Versions at most, where no budget says it. */
  readonly limit: number;
  readonly budget?: PageBudget;
  readonly cursorWord: string | undefined;
}

/** Reads one page: as many versions as there is room for, and the marks of the span they cover. */
export async function readListing(
  { breathe }: Pick<Asker, "breathe">,
  selection: Selection,
  { limit, budget = countTo(limit), cursorWord }: PageRequest,
): Promise<Listing> {
  const cursor = cursorWord === undefined ? undefined : readCursor(cursorWord, selection);
  const { order } = selection.query;
  const byProject = new Map(selection.sources.map((source) => [source.project.id, source]));
  const versions: ListedVersion[] = [];
  let hasMore = false;
  for (const found of readAll(selection, cursor)) {
    await breathe?.();
    const source = found === undefined ? undefined : byProject.get(found.project);
    if (found === undefined || source === undefined) continue;
    const { snapshot, renamedTo, authors } = found.row;
    const version = { kind: "version", source, snapshot, renamedTo, authors } as const;
    if (!budget.take(version)) {
      hasMore = true;
      break;
    }
    versions.push(version);
  }
  if (budget.fitting < versions.length) {
    versions.length = budget.fitting;
    hasMore = true;
  }
  const last = versions.at(-1);
  const next =
    hasMore && last !== undefined
      ? encodeCursor({ order, after: positionOf(last) }, selection.fingerprint)
      : null;
  const items = withMarks(
    versions,
    marksOf(selection, versions, { cursor, last: next === null ? undefined : last }),
    order,
  );
  return { versions, items, next };
}

function countTo(limit: number): PageBudget {
  let count = 0;
  return {
    take: () => {
      if (count === limit) return false;
      count += 1;
      return true;
    },
    get fitting() {
      return count;
    },
  };
}

function readCursor(word: string, selection: Selection): Cursor {
  const cursor = decodeCursor(word, selection.fingerprint);
  if (cursor !== undefined) return cursor;
  throw new UnfError("usage", "the cursor does not belong to this listing", {
    hint: "repeat the flags and paths of the listing that printed it",
  });
}

/** Rows of every project in the order of the listing; `undefined` where others may have a turn. */
function* readAll(
  selection: Selection,
  cursor: Cursor | undefined,
): Generator<{ readonly project: ProjectId; readonly row: ListedRow } | undefined> {
  const queryOf = ({ project }: ProjectReader): SnapshotQuery => {
    const { query } = selection;
    if (cursor === undefined) return query;
    return { ...query, ...resumeAfter(cursor.after, query.order, project.id) };
  };
  const [first, second] = selection.sources;
  if (first !== undefined && second === undefined) {
    const project = first.project.id;
    for (const row of readRowsInSteps(first, selection, queryOf(first)))
      yield row && { project, row };
    return;
  }
  const rowsOf = (source: ProjectReader) => readRowsInSteps(source, selection, queryOf(source));
  yield* mergeRows(
    selection.sources.map((source) => ({ project: source.project.id, rows: rowsOf(source) })),
    selection.query.order,
  );
}

function positionOf({ source, snapshot }: ListedVersion): Cursor["after"] {
  return { at: stampOf(snapshot), project: source.project.id as ProjectId, id: snapshot.id };
}

/** The marks of this page. Pages of one listing cover it without overlap, so each is told once. */
function marksOf(
  selection: Selection,
  versions: readonly ListedVersion[],
  edges: { readonly cursor: Cursor | undefined; readonly last: ListedVersion | undefined },
): StampedMark[] {
  const begin = edges.cursor?.after.at;
  const end = edges.last === undefined ? undefined : stampOf(edges.last.snapshot);
  const [after, upTo] = selection.query.order === "newest" ? [end, begin] : [begin, end];
  return readMarks(selection, {
    after,
    upTo,
    isSetBack: versions.some(({ snapshot }) => snapshot.skewMs !== undefined),
  });
}

function withMarks(
  versions: readonly ListedVersion[],
  marks: readonly StampedMark[],
  order: SnapshotQuery["order"],
): (ListedVersion | ListedMark)[] {
  const items: (ListedVersion | ListedMark)[] = [];
  let next = 0;
  for (const version of versions) {
    for (let mark = marks[next]; mark !== undefined; mark = marks[next]) {
      const isOlder = isBefore(mark, stampOf(version.snapshot));
      if (order === "newest" ? isOlder : !isOlder) break;
      items.push(mark.mark);
      next += 1;
    }
    items.push(version);
  }
  return [...items, ...marks.slice(next).map(({ mark }) => mark)];
}

/**
 * A version of the very instant a gap ended was recorded by the sweep that closed it; one of the
 * instant a mass change ended is the last of it, and one of the instant of a checkpoint lies in it.
 */
function isBefore({ mark, stamp }: StampedMark, at: WallMs): boolean {
  return mark.kind === "gap" ? stamp <= at : stamp < at;
}
