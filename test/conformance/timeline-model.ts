import {
  type BlobId,
  comparePaths,
  isWithin,
  type RelPath,
  type SnapshotId,
  type Steps,
  type WallMs,
} from "@unf/core/base";
import type { Batch, SnapshotQuery, Timeline, TimelineFacts } from "@unf/core/ports";
import {
  type AuthorFilter,
  type BurstMark,
  type Candidate,
  type Gap,
  type Head,
  isAmong,
  nearerTo,
  originOf,
  type PastState,
  type Point,
  type Snapshot,
  type StatePair,
  stampOf,
} from "@unf/core/timeline";
import { countDensityOf } from "./timeline-model-density.ts";
import { createModelDirectories } from "./timeline-model-directories.ts";
import { createModelForgetting } from "./timeline-model-forgetting.ts";
import { createModelCheckpoints, createModelOperations } from "./timeline-model-journal.ts";
import { createModelRetention } from "./timeline-model-retention.ts";
import { createModelSessions } from "./timeline-model-sessions.ts";
import { modelUsage } from "./timeline-model-usage.ts";

/**
 * A timeline in plain arrays, written for obviousness: what the port means. Keeps nothing on disk,
 * so `timelineBytes` is always 0; but each method does all of its work or none, so whoever keeps the
 * object over a simulated crash has what a timeline on disk would hold.
 *
 * `clamps: false` plants a fault: timestamps then go back with the clock.
 */
export function createModelTimeline({ clamps = true } = {}): Timeline {
  /** In the order of their ids. */
  let rows: Snapshot[] = [];
  let lastId = 0;
  /** The newest instant ever given to a row. */
  let floor = 0;
  const heads = new Map<RelPath, Head>();
  const inbox = new Map<BlobId, { readonly bytes: Uint8Array; readonly at: number }>();
  const gaps: Gap[] = [];
  const bursts: BurstMark[] = [];
  const candidates = new Map<SnapshotId, readonly Candidate[]>();
  const meta = new Map<string, string>();

  const retention = createModelRetention(
    () => rows,
    (left) => {
      for (const { id } of rows) if (!left.some((row) => row.id === id)) candidates.delete(id);
      rows = left;
    },
    heads,
  );

  /** The newest row at which the clock showed the instant or an earlier one. */
  const newestAt = (at: number) => rows.findLast((row) => row.at <= at)?.id ?? 0;
  const counts = (row: Snapshot, point: Point) =>
    row.id <= ("id" in point ? point.id : newestAt(point.at));
  const versionAt = (path: RelPath, point: Point) =>
    rows.findLast((row) => row.path === path && counts(row, point));
  /** The newest id that counts, also of what is left of deleted rows. */
  const upTo = (point: Point): number => {
    if ("id" in point) return point.id;
    const trace = retention.traces().findLast(({ at }) => at <= point.at);
    return Math.max(newestAt(point.at), trace?.id ?? 0);
  };
  const upToStamp = (at: number): SnapshotId | undefined => {
    const row = rows.findLast((one) => stampOf(one) <= at);
    const trace = retention.traces().findLast((one) => stampOf(one) <= at);
    return (trace?.id ?? 0) > (row?.id ?? 0) ? trace?.id : row?.id;
  };
  const pathAt = (path: RelPath, point: Point): PastState => {
    const row = rows.findLast((one) => one.path === path && one.id <= upTo(point));
    const trace = retention.traces().findLast((one) => one.path === path && one.id <= upTo(point));
    if (trace !== undefined && trace.id > (row?.id ?? 0)) {
      if (trace.present) return { kind: "thinned", path, since: trace.id };
      return { kind: "absent", path, row: undefined };
    }
    if (row !== undefined && row.hash !== null) return { kind: "kept", path, row };
    const next = rows.find((one) => one.path === path);
    const isTraced = retention.traces().some((one) => one.path === path);
    const tellsOfNoBeginning =
      next?.cause === "baseline" || (!isTraced && /modify|delete/.test(next?.event ?? ""));
    const isUnknown = row === undefined ? tellsOfNoBeginning : row.cause === "excluded";
    return { kind: isUnknown ? "unknown" : "absent", path, row };
  };
  const isIn = (path: RelPath, within: readonly RelPath[]) =>
    within.length === 0 || within.some((directory) => isWithin(directory, path));
  const matches = (row: Snapshot, query: SnapshotQuery) =>
    isIn(row.path, query.within) &&
    (query.interim || row.settled) &&
    (query.departures !== "hide" || row.cause !== "renamed") &&
    (query.departures !== "only" || row.cause === "renamed") &&
    (query.session === undefined || row.author.session === query.session) &&
    (query.turn === undefined || row.author.turn === query.turn) &&
    (query.author === undefined || [query.author].flat().some((one) => isBy(row, one))) &&
    (query.among ?? []).every((among) => isAmong(row, among, (id) => sessions.turn(id)?.label)) &&
    (query.origins === undefined || query.origins.includes(originOf(row))) &&
    (query.since === undefined || row.at >= query.since) &&
    (query.until === undefined || row.at <= query.until) &&
    (query.stamped?.since === undefined || stampOf(row) >= query.stamped.since) &&
    (query.stamped?.until === undefined || stampOf(row) <= query.stamped.until) &&
    (query.events === undefined || query.events.includes(row.event)) &&
    (query.after === undefined ||
      (query.order === "newest" ? row.id < query.after : row.id > query.after));
  const sessions = createModelSessions(() => rows);
  const find = (query: SnapshotQuery) => {
    const found = rows.filter((row) => matches(row, query));
    return query.order === "newest" ? found.reverse() : found;
  };

  const countBurst = (before: number) => {
    const after = rows.filter((row) => row.id > before && row.operation === null);
    const lasts = [...new Map(after.map((row) => [row.path, row])).values()];
    const stood = (path: RelPath) => versionAt(path, { id: before as SnapshotId })?.hash != null;
    const gone = lasts.filter((row) => row.hash === null && row.cause !== "excluded");
    return {
      changed: lasts.filter((row) => row.hash !== null).length,
      deleted: gone.filter((row) => stood(row.path)).length,
    };
  };

  const directories = createModelDirectories(upTo, (directory) =>
    rows.some(({ path }) => path !== directory && isWithin(directory, path)),
  );

  const commit = (batch: Batch): SnapshotId[] => {
    directories.noteModes(batch.directories ?? [], rows.at(-1)?.id ?? 0);
    const at = batch.recordings.at(-1)?.snapshot.at ?? 0;
    for (const { hash, bytes } of batch.inbox) {
      if (!inbox.has(hash)) inbox.set(hash, { bytes, at });
    }
    const ids = batch.recordings.map(({ snapshot, head, ...more }) => {
      lastId += 1;
      const id = lastId as SnapshotId;
      floor = clamps ? Math.max(floor, snapshot.at) : snapshot.at;
      const skewMs = floor - snapshot.at;
      rows.push(
        skewMs < 2000 ? { ...snapshot, id, at: floor as WallMs } : { ...snapshot, id, skewMs },
      );
      retention.noteRow(id, snapshot);
      candidates.set(id, more.candidates ?? []);
      if (head === null) heads.delete(snapshot.path);
      else heads.set(snapshot.path, { ...head, snapshot: id });
      return id;
    });
    for (const { path, stat, racy } of batch.restats) {
      const head = heads.get(path);
      if (head !== undefined) heads.set(path, { ...head, stat, racy });
    }
    for (const { id, ...meaning } of batch.settlements) {
      rows = rows.map((row) => (row.id === id ? { ...row, ...meaning, settled: true } : row));
    }
    for (const { id, author, ...more } of batch.attributions ?? []) {
      rows = rows.map((row) => (row.id === id ? { ...row, author } : row));
      if (candidates.has(id)) candidates.set(id, more.candidates ?? []);
    }
    return ids;
  };

  const facts = (): TimelineFacts => {
    return {
      snapshots: rows.length,
      settled: rows.filter((row) => row.settled).length,
      files: heads.size,
      firstAt: rows[0]?.at ?? null,
      lastAt: rows.at(-1)?.at ?? null,
      lastId: rows.at(-1)?.id ?? null,
      contentBytes: retention.contentBytes(),
      timelineBytes: 0,
    };
  };

  const stateAt = (point: Point, within: readonly RelPath[]) =>
    [...new Set(rows.map((row) => row.path))]
      .filter((path) => isIn(path, within))
      .sort(comparePaths)
      .map((path) => pathAt(path, point))
      .filter((state) => state.kind === "kept" || state.kind === "thinned");
  return {
    ...createModelOperations(
      (id, before) => rows.findLast((row) => row.operation === id && row.id > before)?.id,
    ),
    ...createModelCheckpoints(),
    ...sessions,
    ...retention,
    ...createModelForgetting(),
    ...directories,
    startAt: (point, known) => {
      retention.startAt(point, known);
      directories.dropBefore(upTo(point));
    },
    candidates: (id) => [...(candidates.get(id) ?? [])],
    commit,
    facts,
    usage: (by, within) =>
      told(
        modelUsage(
          rows.filter(({ path }) => isIn(path, within)),
          by,
        ),
      ),
    find,
    findInSteps: find,
    pathAt,
    pairsAt: (point, { below, after, limit }) => {
      const paths = [...new Set(rows.map(({ path }) => path))]
        .filter((path) => path !== below && (below === "" || isWithin(below, path)))
        .filter((path) => after === undefined || comparePaths(path, after) > 0)
        .sort(comparePaths);
      const pairs = paths.map((path) => pairOf(pathAt(path, point), pathAt(path, newest)));
      return pairs.filter(({ past, now }) => (past ?? now) !== undefined).slice(0, limit);
    },
    pathsAt: (point) => (path) => pathAt(path, point),
    nearestKept: (path, point) => {
      const own = rows.filter((row) => row.path === path && row.hash !== null);
      const last = "at" in point ? undefined : rows.findLast(({ id }) => id <= point.id);
      const at = "at" in point ? point.at : last === undefined ? 0 : stampOf(last);
      const before = own.findLast(({ id }) => id <= upTo(point));
      return nearerTo(
        at as WallMs,
        before,
        own.find(({ id }) => id > upTo(point)),
      );
    },
    reaches: (point) => {
      const start = retention.horizons().find(({ kind }) => kind === "start");
      const [row, trace] = [rows[0], retention.traces()[0]];
      const first = row === undefined || (trace !== undefined && trace.id < row.id) ? trace : row;
      if ("at" in point) {
        const isAfter = start === undefined || point.at >= start.toTime || upTo(point) > start.to;
        return upTo(point) > 0 && isAfter;
      }
      const wasEmpty = first === undefined || (first === row && row?.cause !== "baseline");
      const isKnown = retention
        .horizons()
        .some(({ kind, from }) => kind === "known" && from === point.id);
      return (isKnown || point.id >= (start?.to ?? 0)) && (point.id > 0 || wasEmpty);
    },
    stateAt,
    stateInSteps: stateAt,
    shownTwice: (at) => {
      const earlier = upToStamp(at);
      const later = rows.findLast((row) => row.id > (earlier ?? 0) && row.at <= at)?.id;
      return later === undefined ? undefined : { later, earlier };
    },
    firstOf: (path) => rows.find((row) => row.path === path),
    snapshot: (id) => rows.find((row) => row.id === id),
    previous: (id, settledOnly) => {
      const own = rows.find((row) => row.id === id);
      return rows.findLast(
        (row) => row.path === own?.path && row.id < id && (row.settled || !settledOnly),
      );
    },
    renameOf: (departure) => {
      const own = rows.find((row) => row.id === departure && row.cause === "renamed");
      const away = (row: Snapshot) => Math.abs(row.id - departure);
      return rows
        .filter((row) => row !== own && own !== undefined && row.renamedFrom === own.path)
        .sort((a, b) => away(a) - away(b))[0];
    },
    knows: (path) => rows.some((row) => isWithin(path, row.path)),
    density: (query, boundaries) =>
      told(
        countDensityOf(
          { sessions: sessions.sessions, candidates: (id) => [...(candidates.get(id) ?? [])] },
          find(query),
          query.author,
          boundaries,
        ),
      ),
    deletedPaths: (begun, limit) => {
      const newest = new Map(rows.map((row) => [row.path, row]));
      return [...newest.values()]
        .filter(
          ({ path, event }) => event === "delete" && !heads.has(path) && path.startsWith(begun),
        )
        .filter(({ path, cause }) => path.isWellFormed() && !/excluded|renamed/.test(cause))
        .sort((a, b) => b.id - a.id)
        .slice(0, limit)
        .map(({ path }) => path);
    },
    head: (path) => heads.get(path),
    heads: (within, after, limit) =>
      [...heads.values()]
        .filter(({ path }) => isWithin(within, path))
        .filter(({ path }) => after === undefined || comparePaths(path, after) > 0)
        .sort((a, b) => comparePaths(a.path, b.path))
        .slice(0, limit),
    gaps: (since) => gaps.filter((gap) => since === undefined || gap.to >= since),
    meta: (key) => meta.get(key),
    setMeta: (key, value) => void meta.set(key, value),
    inboxed: (hash) => inbox.get(hash)?.bytes,
    inboxHashes: (before) =>
      [...inbox]
        .filter(([, { at }]) => before === undefined || at < before)
        .map(([hash, { bytes }]) => ({ hash, bytes: bytes.length })),
    dropFromInbox: (hashes) => {
      for (const hash of hashes) inbox.delete(hash);
    },
    openGap: (gap) => {
      const id = gaps.length + 1;
      gaps.push({ ...gap, id, closedAt: null, closedBy: null, pathsDiffered: null });
      return id;
    },
    extendGap: (id, to) => {
      const gap = gaps[id - 1];
      if (gap === undefined || gap.closedAt !== null) return;
      gaps[id - 1] = { ...gap, to: Math.max(gap.to, to) as typeof to };
    },
    isInPlace: () => true,
    reopen: () => undefined,
    closeGap: (id, { at, pathsDiffered }) => {
      const gap = gaps[id - 1];
      if (gap === undefined || gap.closedAt !== null) return;
      gaps[id - 1] = { ...gap, closedAt: at, closedBy: "sweep", pathsDiffered };
    },
    noteMissed: (missed) =>
      missed.map(({ gap, path, from, to, states }) => {
        const id = gap ?? gaps.length + 1;
        const begun = { id, path, from, to, reason: "too_fast", pathsDiffered: null } as const;
        const known = gaps[id - 1] ?? { ...begun, closedBy: "capture" };
        const end = Math.max(known.to, to) as WallMs;
        if (known.closedBy === "capture")
          gaps[id - 1] = { ...known, to: end, closedAt: end, statesMissed: states };
        return id;
      }),
    bursts: (since) => bursts.filter((mark) => since === undefined || mark.to >= since),
    markBurst: (mark) => {
      const id = bursts.length + 1;
      bursts.push({ ...mark, id, ...countBurst(mark.before) });
      return id;
    },
    extendBurst: (id, to) => {
      const mark = bursts[id - 1];
      if (mark !== undefined) bursts[id - 1] = { ...mark, to, ...countBurst(mark.before) };
    },
    unrecordableHeads: () => [...heads.values()].filter((one) => one.unrecordable).length,
    unsettledTails: (spanMs) => {
      const newest = rows.at(-1);
      return rows
        .filter((row) => !row.settled && newest !== undefined)
        .filter((row) => stampOf(row) >= (newest === undefined ? 0 : stampOf(newest)) - spanMs)
        .filter((row) => !rows.some((other) => other.path === row.path && other.id > row.id))
        .map((tail) => ({
          tail,
          base: rows.findLast((row) => row.path === tail.path && row.id < tail.id && row.settled),
        }));
    },
    outline: () => false,
    relax: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}

const newest: Point = { id: Number.MAX_SAFE_INTEGER as SnapshotId };

function pairOf(past: PastState, now: PastState): StatePair {
  const sideOf = (state: PastState) => {
    if (state.kind !== "kept") return state.kind === "thinned" ? state.kind : undefined;
    const { id, bytes, mode } = state.row;
    return { version: id, bytes, mode };
  };
  const isSameContent =
    past.kind === "kept" && now.kind === "kept" && past.row.hash === now.row.hash;
  return { path: past.path, past: sideOf(past), now: sideOf(now), isSameContent };
}

function isBy({ author, cause, operation }: Snapshot, wanted: AuthorFilter): boolean {
  const isKnown = author.confidence !== "unknown";
  const isSeen = cause === "event" || cause === "renamed";
  if (wanted === "human") return !isKnown && isSeen && operation === null;
  return isKnown && (wanted === "any-agent" || author.agent === wanted.agent);
}

/** An answer in one step, before which others have a turn. */
function* told<T>(answer: T): Steps<T> {
  yield;
  return answer;
}
