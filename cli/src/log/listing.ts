import {
  type BurstMark,
  type Checkpoint,
  type Cursor,
  decodeCursor,
  encodeCursor,
  type Gap,
  isWithin,
  mergeRows,
  type ProjectId,
  type RelPath,
  type Resumption,
  resumeAfter,
  type Snapshot,
  type SnapshotQuery,
  UnfError,
  type WallMs,
} from "@unf/core";
import type { ProjectEntry, ProjectReader } from "@unf/wiring";
import { edgeAt, edgesOf, type HandoverEdge } from "../render/handover-text.ts";
import type { Authors } from "../sessions/authors.ts";
import { type ListedRow, readRows } from "./rows.ts";
import type { Selection } from "./selection.ts";
import { type ListedTurn, readTurnMarks } from "./turn-marks.ts";

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

/** A span of the listing in which versions may be missing. */
export interface ListedGap {
  readonly kind: "gap";
  readonly project: ProjectEntry;
  readonly gap: Gap;
}

/** A mass change within the listing. */
export interface ListedBurst {
  readonly kind: "burst";
  readonly project: ProjectEntry;
  readonly burst: BurstMark;
}

/** A checkpoint that was set within the listing. */
export interface ListedCheckpoint {
  readonly kind: "checkpoint";
  readonly project: ProjectEntry;
  readonly checkpoint: Checkpoint;
}

/** A directory that became a project of its own within the listing, or came back. */
export interface ListedHandover extends HandoverEdge {
  readonly kind: "handover";
  readonly project: ProjectEntry;
}

/** What stands between the versions of a listing. */
export type ListedMark = ListedGap | ListedBurst | ListedCheckpoint | ListedHandover | ListedTurn;

/** One page of a listing. */
export interface Listing {
  readonly versions: readonly ListedVersion[];
  /** Versions and marks in the order of the listing. */
  readonly items: readonly (ListedVersion | ListedMark)[];
  /** Where the next page goes on; `null` on the last. */
  readonly next: string | null;
}

/** Reads one page: at most `limit` versions, and the marks of the span they cover. */
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
      rows: readRowsAfter(source, selection, cursor),
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
    const { snapshot, renamedTo, authors } = row;
    versions.push({ kind: "version", source, snapshot, renamedTo, authors });
  }
  const last = versions.at(-1);
  const next =
    hasMore && last !== undefined
      ? encodeCursor({ order, after: positionOf(last) }, selection.fingerprint)
      : null;
  const items = withMarks(
    versions,
    readMarks(selection, cursor, next === null ? undefined : last),
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

function readRowsAfter(
  source: ProjectReader,
  selection: Selection,
  cursor: Cursor | undefined,
): Generator<ListedRow> {
  const { query } = selection;
  if (cursor === undefined) return readRows(source, selection);
  const resumption = resumeAfter(cursor.after, query.order, source.project.id);
  return readRows(source, selection, narrow(query, resumption));
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
 * The gaps and mass changes that ended, the checkpoints set and the turns begun within the span of this
 * page. Pages of one listing cover it without overlap, so each is told once.
 */
function readMarks(
  selection: Selection,
  cursor: Cursor | undefined,
  last: ListedVersion | undefined,
): ListedMark[] {
  const { query, sources } = selection;
  const isNewest = query.order === "newest";
  const begin = cursor?.after.at;
  const end = last?.snapshot.at;
  const after = (isNewest ? end : begin) ?? (query.since ?? 0) - 1;
  const upTo = (isNewest ? begin : end) ?? query.until ?? Number.POSITIVE_INFINITY;
  const listed = sources.flatMap(({ project, timeline }) => [
    ...timeline
      .gaps(query.since)
      .filter(({ path }) => path === undefined || isOf(query.within, path))
      .map((gap) => ({ kind: "gap" as const, project, gap })),
    ...timeline.bursts(query.since).map((burst) => ({ kind: "burst" as const, project, burst })),
    ...timeline
      .handovers()
      .flatMap(edgesOf)
      .map((edge) => ({ ...edge, kind: "handover" as const, project })),
    ...timeline
      .checkpoints()
      .map((checkpoint) => ({ kind: "checkpoint" as const, project, checkpoint })),
  ]);
  const span = { after: after as WallMs, upTo: upTo as WallMs };
  const turns = sources.flatMap((source) => readTurnMarks(source, selection, span));
  return [...listed.filter((mark) => endOf(mark) > after && endOf(mark) <= upTo), ...turns].sort(
    (a, b) => (isNewest ? endOf(b) - endOf(a) : endOf(a) - endOf(b)),
  );
}

/** True for a path among what the listing is about. */
function isOf(within: SnapshotQuery["within"], path: RelPath): boolean {
  return within.length === 0 || within.some((one) => isWithin(one, path));
}

/** The instant at which a mark stands in a listing. */
export function endOf(mark: ListedMark): WallMs {
  if (mark.kind === "turn") return mark.report.turn.startedAt;
  if (mark.kind === "checkpoint") return mark.checkpoint.at;
  if (mark.kind === "handover") return edgeAt(mark);
  return mark.kind === "gap" ? mark.gap.to : mark.burst.to;
}

function withMarks(
  versions: readonly ListedVersion[],
  marks: readonly ListedMark[],
  order: SnapshotQuery["order"],
): (ListedVersion | ListedMark)[] {
  const items: (ListedVersion | ListedMark)[] = [];
  let next = 0;
  for (const version of versions) {
    for (let mark = marks[next]; mark !== undefined; mark = marks[next]) {
      const isOlder = isBefore(mark, version.snapshot.at);
      if (order === "newest" ? isOlder : !isOlder) break;
      items.push(mark);
      next += 1;
    }
    items.push(version);
  }
  return [...items, ...marks.slice(next)];
}

/**
 * A version of the very instant a gap ended was recorded by the sweep that closed it; one of the
 * instant a mass change ended is the last of it, and one of the instant of a checkpoint lies in it.
 */
function isBefore(mark: ListedMark, at: WallMs): boolean {
  return mark.kind === "gap" ? mark.gap.to <= at : endOf(mark) < at;
}
