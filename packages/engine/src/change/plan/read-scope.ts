import { isWithin, type RelPath, type SnapshotId, type Steps, type WallMs } from "@unf/core/base";
import type { PathDeeds } from "@unf/core/operations";
import type { SnapshotQuery, TimelineReader } from "@unf/core/ports";
import { type PastState, type Snapshot, type StepState, whyNotKept } from "@unf/core/timeline";

/** The author or the rows whose doings are taken back. */
export type OopsScope =
  | { readonly kind: "turn"; readonly turn: number }
  | { readonly kind: "session"; readonly session: string }
  /** Rows beyond `after`, up to `upTo`, of whomever. */
  | { readonly kind: "rows"; readonly after: SnapshotId | 0; readonly upTo: SnapshotId };

/**
 * Reads what a scope did to each file, in the order in which it first touched them. `within`: only those
 * of these paths and below them, each with the file that was renamed into it or from it; empty: all.
 */
export function* readDeeds(
  timeline: TimelineReader,
  scope: OopsScope,
  within: readonly RelPath[],
): Steps<PathDeeds[]> {
  const runs = new Map<RelPath, Run[]>();
  const moved = new Map<RelPath, RelPath>();
  for (const row of readRows(timeline, scope)) {
    yield;
    const then = timeline.pathAt(row.path, { id: (row.id - 1) as SnapshotId });
    const known = runs.get(row.path) ?? [];
    if (!goesOn(known.at(-1), then, row)) {
      known.push(startRun(then, row));
      if (known.length === 1 && row.renamedFrom !== null) moved.set(row.path, row.renamedFrom);
    }
    runs.set(row.path, known);
  }
  const deeds: PathDeeds[] = [];
  for (const [path, own] of runs) {
    const renamedFrom = moved.get(path);
    deeds.push(renamedFrom === undefined ? { path, runs: own } : { path, runs: own, renamedFrom });
    yield;
  }
  return within.length === 0 ? deeds : onlyWithin(deeds, within);
}

function onlyWithin(deeds: readonly PathDeeds[], within: readonly RelPath[]): PathDeeds[] {
  const isMeant = (path: RelPath) => within.some((place) => isWithin(place, path));
  const meant = new Set<RelPath>();
  for (const { path, renamedFrom } of deeds) {
    if (!isMeant(path) && (renamedFrom === undefined || !isMeant(renamedFrom))) continue;
    meant.add(path);
    if (renamedFrom !== undefined) meant.add(renamedFrom);
  }
  return deeds.filter(({ path }) => meant.has(path));
}

/** Adds a row to a run if nobody else's is in between. */
function goesOn(last: Run | undefined, then: PastState, row: Snapshot): boolean {
  const before = then.kind === "thinned" ? undefined : then.row;
  if (last === undefined || last.lastId !== before?.id) return false;
  last.passed.push(last.to);
  if (last.passed.length > passedMax) last.passed.shift();
  last.to = stateOf(row);
  last.lastId = row.id;
  return true;
}

function startRun(then: PastState, row: Snapshot): Run {
  const run = { to: stateOf(row), passed: [], lastId: row.id };
  // Nothing is deleted because nobody knows what stood there.
  if (then.kind !== "thinned" && then.kind !== "unknown")
    return { ...run, from: stateOf(then.row) };
  const isUnrecordable =
    then.kind === "unknown" && then.row === undefined && tellsOfNoBeginning(row);
  const why = isUnrecordable ? { isFromUnrecordable: true as const } : {};
  return { ...run, from: { kind: "absent" }, isFromThinned: true, ...why };
}

/** The path's first row, and something stood there that had none: it was binary or too large. */
function tellsOfNoBeginning({ event }: Snapshot): boolean {
  return event === "modify" || event === "delete";
}

/** Files that may be of the scope's doing as well as of somebody else's: they are left alone. */
export function* readDoubtful(
  timeline: TimelineReader,
  scope: OopsScope,
  within: readonly RelPath[],
): Steps<RelPath[]> {
  if (scope.kind === "rows") return [];
  const span = scope.kind === "turn" ? timeline.turn(scope.turn) : timeline.session(scope.session);
  if (span === undefined) return [];
  const { startedAt, endedAt } = span;
  const turnOf = "session" in span ? span.session : undefined;
  const query: SnapshotQuery = {
    within,
    interim: true,
    order: "oldest",
    author: "any-agent",
    // Within one that ends before it began the clock was set back.
    since: Math.min(startedAt, endedAt ?? startedAt) as WallMs,
    ...(endedAt === null ? {} : { until: Math.max(startedAt, endedAt) as WallMs }),
  };
  const paths = new Set<RelPath>();
  for (const { id, path, author } of timeline.find(query)) {
    yield;
    const { confidence, session, turn } = author;
    // Of a session, but not known of which of its turns.
    const isUnplaced = session !== null && turn === null && session === turnOf;
    if (isUnplaced || (confidence === "ambiguous" && isCandidate(timeline, id, scope)))
      paths.add(path);
  }
  return [...paths];
}

interface Run {
  readonly from: StepState;
  to: StepState;
  readonly passed: StepState[];
  lastId: SnapshotId;
  readonly isFromThinned?: true;
  readonly isFromUnrecordable?: true;
}

/** States of one file that are remembered of a run. */
const passedMax = 100;

function* readRows(timeline: TimelineReader, scope: OopsScope): Iterable<Snapshot> {
  const query = { within: [], interim: true, order: "oldest" } as const;
  switch (scope.kind) {
    case "turn":
      yield* timeline.find({ ...query, turn: scope.turn });
      return;
    case "session":
      yield* timeline.find({ ...query, session: scope.session });
      return;
    case "rows":
      for (const row of timeline.find({ ...query, after: scope.after as SnapshotId })) {
        if (row.id > scope.upTo) return;
        yield row;
      }
  }
}

function stateOf(row: Snapshot | undefined): StepState {
  if (row === undefined || row.hash === null) return { kind: "absent" };
  const { hash, bytes, mode, id } = row;
  const mark = whyNotKept(row);
  return { kind: "recorded", hash, bytes, mode, snapshot: id, ...mark };
}

function isCandidate(
  timeline: TimelineReader,
  id: SnapshotId,
  scope: Exclude<OopsScope, { readonly kind: "rows" }>,
): boolean {
  return timeline
    .candidates(id)
    .some(({ session, turn }) =>
      scope.kind === "turn" ? turn === scope.turn : session === scope.session,
    );
}
