import { comparePaths, isWithin, type RelPath, type SnapshotId, type WallMs } from "@unf/core/base";
import type { SnapshotQuery, TimelineFacts, TimelineReader } from "@unf/core/ports";
import {
  type BurstMark,
  type Checkpoint,
  type Forgetting,
  type Gap,
  type Head,
  type Horizon,
  isAmong,
  type Journal,
  type JournalStep,
  type Operation,
  originOf,
  type PastState,
  type Point,
  type Pruning,
  type RetentionRow,
  type Snapshot,
  stampOf,
  type TakenOver,
  unknownAuthor,
} from "@unf/core/timeline";
import { fakeNames } from "./fake-names.ts";
import { type FakeSessions, fakeSessions } from "./fake-sessions.ts";
import { fakeSums, isInside } from "./fake-usage.ts";

/** Contents of a fake timeline. `rows` ascending by id. */
export interface FakeHistory extends FakeSessions {
  readonly rows: readonly Snapshot[];
  readonly gaps?: readonly Gap[];
  readonly bursts?: readonly BurstMark[];
  readonly heads?: readonly Head[];
  readonly operations?: readonly Operation[];
  /** By the operation. */
  readonly steps?: Readonly<Record<number, readonly JournalStep[]>>;
  readonly checkpoints?: readonly Checkpoint[];
  readonly imports?: readonly TakenOver[];
  readonly forgettings?: readonly Forgetting[];
  readonly journals?: readonly Journal[];
  /** Of directories, at any time. */
  readonly modes?: Readonly<Record<string, number>>;
  readonly prunings?: readonly Pruning[];
  readonly horizons?: readonly Horizon[];
  /** By the checkpoint. */
  readonly payloads?: Readonly<Record<number, Uint8Array>>;
}

/** A timeline over plain arrays: every method the obvious way. */
export function fakeTimeline({
  rows,
  gaps = [],
  bursts = [],
  heads = [],
  prunings = [],
  ...own
}: FakeHistory): TimelineReader {
  const isBefore = (point: Point) => (row: Snapshot) =>
    "at" in point ? row.at <= point.at : row.id <= point.id;
  const versionAt = (path: RelPath, point: Point) =>
    rows.filter((row) => row.path === path).findLast(isBefore(point));
  const find = (query: SnapshotQuery) => {
    const matching = rows.filter((row) => isWanted(row, query) && isByWanted(row, query));
    return query.order === "newest" ? matching.toReversed() : matching;
  };
  const stateAt: TimelineReader["stateAt"] = (point, within) =>
    [...new Set(rows.map(({ path }) => path))]
      .sort(comparePaths)
      .filter((path) => isInside(path, within))
      .flatMap((path) => versionAt(path, point) ?? [])
      .filter(({ hash }) => hash !== null)
      .map((row) => ({ kind: "kept", path: row.path, row }));
  return {
    stateAt,
    stateInSteps: stateAt,
    ...statesOf(versionAt),
    ...fakePast(rows, prunings, own.horizons ?? []),
    firstOf: (path) => rows.find((row) => row.path === path),
    snapshot: (id) => rows.find((row) => row.id === id),
    previous: (id, settledOnly) => {
      const path = rows.find((row) => row.id === id)?.path;
      return rows.findLast(
        (row) => row.path === path && row.id < id && (row.settled || !settledOnly),
      );
    },
    renameOf: (departure) => {
      const own = rows.find((row) => row.id === departure && row.cause === "renamed");
      const away = (row: Snapshot) => Math.abs(row.id - departure);
      return rows
        .filter((row) => own !== undefined && row.renamedFrom === own.path)
        .sort((a, b) => away(a) - away(b))[0];
    },
    find,
    findInSteps: find,
    knows: (path) => rows.some((row) => isWithin(path, row.path)),
    ...fakeNames({ rows, heads, ...own }),
    heads: (within, after, limit) =>
      heads
        .filter(({ path }) => isWithin(within, path))
        .filter(({ path }) => after === undefined || comparePaths(path, after) > 0)
        .slice(0, limit),
    gaps: (since) => gaps.filter(({ to }) => since === undefined || to >= since),
    bursts: (since) => bursts.filter(({ to }) => since === undefined || to >= since),
    ...fakeJournal(own),
    ...fakeSessions(own),
    retentionRows: (after, limit) => {
      const all = retentionRowsOf(rows);
      const from = all.findIndex(({ id }) => id === after?.id) + 1;
      return all.slice(from, from + limit);
    },
    ...nothingDeleted,
    ...fakeSums(rows, find, fakeSessions(own)),
    facts: () => fakeFacts(rows, heads),
    meta: () => undefined,
    inboxed: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}

function statesOf(
  versionAt: (path: RelPath, point: Point) => Snapshot | undefined,
): Pick<TimelineReader, "pairsAt" | "pathAt" | "pathsAt"> {
  const pathsAt = (point: Point) => (path: RelPath) => stateOf(path, versionAt(path, point));
  // Only the page asks for pairs, over a timeline on disk.
  return { pairsAt: () => [], pathsAt, pathAt: (path, point) => pathsAt(point)(path) };
}

function stateOf(path: RelPath, row: Snapshot | undefined): PastState {
  if (row === undefined || row.hash === null) return { kind: "absent", path, row };
  return { kind: "kept", path, row };
}

/** All that was is known. */
function fakePast(
  rows: readonly Snapshot[],
  prunings: readonly Pruning[],
  horizons: readonly Horizon[],
): Pick<
  TimelineReader,
  "contentRow" | "nearestKept" | "reaches" | "shownTwice" | "horizons" | "prunings"
> {
  return {
    prunings: (since) => prunings.filter(({ to }) => since === undefined || to >= since),
    contentRow: (hash) => rows.findLast((row) => row.hash === hash),
    nearestKept: () => undefined,
    reaches: (point) => "id" in point || (rows[0] !== undefined && point.at >= rows[0].at),
    shownTwice: (at) => {
      const earlier = rows.findLast((row) => stampOf(row) <= at)?.id;
      const later = rows.findLast((row) => row.id > (earlier ?? 0) && row.at <= at)?.id;
      return later === undefined ? undefined : { later, earlier };
    },
    horizons: () => [...horizons],
  };
}

function fakeFacts(rows: readonly Snapshot[], heads: readonly Head[]): TimelineFacts {
  return {
    snapshots: rows.length,
    settled: rows.filter(({ settled }) => settled).length,
    files: heads.length,
    firstAt: rows[0]?.at ?? null,
    lastAt: rows.at(-1)?.at ?? null,
    lastId: rows.at(-1)?.id ?? null,
    contentBytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    timelineBytes: 4096,
  };
}

/** No clock was ahead, and nothing can be brought back. */
const nothingDeleted = { recordedBy: () => [], pruned: () => [] };

function retentionRowsOf(rows: readonly Snapshot[]): RetentionRow[] {
  return rows
    .toSorted((a, b) => comparePaths(a.path, b.path) || b.id - a.id)
    .map(({ author, ...row }) => ({
      ...row,
      session: author.session,
      turn: author.turn,
      ambiguous: author.confidence === "ambiguous",
    }));
}

/** Operations of unf itself, and the instants that were named. */
function fakeJournal({
  operations = [],
  steps = {},
  checkpoints = [],
  payloads = {},
  imports = [],
  forgettings = [],
  journals = [],
  modes = {},
}: Omit<FakeHistory, "rows">) {
  return {
    operations: (limit: number, before = Number.POSITIVE_INFINITY) =>
      operations
        .filter(({ id }) => id < before)
        .toReversed()
        .slice(0, limit),
    operation: (id: number) => operations.find((operation) => operation.id === id),
    steps: (operation: number, from = 0, limit?: number) =>
      (steps[operation] ?? []).slice(from, limit === undefined ? undefined : from + limit),
    unfinishedOperations: () => operations.filter(({ finishedAt }) => finishedAt === null),
    checkpoints: () => checkpoints.toReversed(),
    newestCheckpoint: () => checkpoints.at(-1),
    checkpointPayload: (id: number) => payloads[id],
    imports: () => [...imports],
    handovers: () => [],
    journals: () => [...journals],
    ownDirectoryMode: (path: RelPath) => modes[path],
    directoryModes: () => [],
    forgettings: () => [...forgettings],
    texts: () => [],
    findTexts: () => [],
  };
}

/** A row; what is not given is that of a settled change of a small file. */
export function row(
  given: { id: number; path: string; at: number } & Partial<RowFields>,
): Snapshot {
  return {
    hash: `${String(given.id).padStart(4, "0")}${"ab".repeat(30)}` as Snapshot["hash"],
    bytes: 10,
    event: "modify",
    counts: { lines: 3, added: 2, removed: 1, exact: true },
    settled: true,
    mode: 0o100644,
    cause: "event",
    renamedFrom: null,
    operation: null,
    author: unknownAuthor,
    ...given,
    id: given.id as SnapshotId,
    path: given.path as RelPath,
    at: given.at as WallMs,
  };
}

type RowFields = Omit<Snapshot, "id" | "path" | "at">;

function isWanted(row: Snapshot, query: SnapshotQuery): boolean {
  const { within, events, interim, departures, after, order } = query;
  if (!isInside(row.path, within)) return false;
  if (!isOfSpan(row.at, query) || !isOfSpan(stampOf(row), query.stamped ?? {})) return false;
  if (departures === "hide" && row.cause === "renamed") return false;
  if (departures === "only" && row.cause !== "renamed") return false;
  if (events !== undefined && !events.includes(row.event)) return false;
  if (!interim && !row.settled) return false;
  if (after === undefined) return true;
  return order === "newest" ? row.id < after : row.id > after;
}

function isOfSpan(at: WallMs, { since = at, until = at }: Pick<SnapshotQuery, "since" | "until">) {
  return at >= since && at <= until;
}

function isByWanted(row: Snapshot, query: SnapshotQuery): boolean {
  const { author: own, cause, operation } = row;
  const { session, turn, author, among = [], origins } = query;
  // The commands that are run in this world look for no label.
  if (!among.every((one) => isAmong(row, one, () => undefined))) return false;
  if (origins !== undefined && !origins.includes(originOf(row))) return false;
  if (session !== undefined && own.session !== session) return false;
  if (turn !== undefined && own.turn !== turn) return false;
  if (author === undefined) return true;
  const isSeen = cause === "event" || cause === "renamed";
  return [author].flat().some((one) => {
    if (one === "human") return own.confidence === "unknown" && isSeen && operation === null;
    return one === "any-agent" ? own.confidence !== "unknown" : own.agent === one.agent;
  });
}
