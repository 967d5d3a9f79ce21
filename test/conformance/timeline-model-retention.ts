import {
  type BlobId,
  comparePaths,
  pathToColumn,
  type RelPath,
  type SnapshotId,
  type WallMs,
} from "@unf/core/base";
import type {
  PastReader,
  PastWriter,
  RetentionReader,
  RetentionWriter,
  SnapshotReader,
} from "@unf/core/ports";
import {
  type Deletion,
  type Head,
  type Horizon,
  isLinkMode,
  type NewSnapshot,
  type Pruning,
  type RetentionPoint,
  type RetentionRow,
  type Snapshot,
  stampOf,
  whyNotKept,
} from "@unf/core/timeline";

// The part of the model timeline that is about rows that go, and contents that nothing refers to then.

type Retention = RetentionReader &
  RetentionWriter &
  PastWriter &
  Pick<PastReader, "horizons"> &
  Pick<SnapshotReader, "contentRow">;

export interface ModelRetention extends Retention {
  /** A row was committed. */
  noteRow(id: SnapshotId, row: NewSnapshot): void;
  contentBytes(): number;
  /** The traces of deleted rows, in the order of their ids. */
  traces(): readonly ModelTrace[];
}

interface ModelTrace {
  readonly id: SnapshotId;
  readonly path: RelPath;
  /** The clock's reading. */
  readonly at: WallMs;
  readonly skewMs: number;
  readonly present: boolean;
}

/** `rows` in the order of their ids; `keep` replaces all of them. */
export function createModelRetention(
  rows: () => readonly Snapshot[],
  keep: (rows: Snapshot[]) => void,
  heads: Map<RelPath, Head>,
): ModelRetention {
  const contents = new Map<BlobId, { readonly bytes: number; readonly id: SnapshotId }>();
  const released = new Set<BlobId>();
  const prunings: Pruning[] = [];
  let traces: ModelTrace[] = [];
  let horizons: Horizon[] = [];
  const newest = (path: RelPath) => rows().findLast((row) => row.path === path);
  const inListing = (a: RetentionPoint, b: RetentionPoint) =>
    comparePaths(pathToColumn(a.path) as RelPath, pathToColumn(b.path) as RelPath) ||
    b.at - a.at ||
    b.id - a.id;

  const note = ({ cause, argv, at, extend }: Deletion, gone: readonly Snapshot[]): number => {
    const times = gone.map(stampOf);
    // Until the row that is left after the newest that went, a path's states are another's.
    const ends = gone.map((row) => {
      const isLast = !gone.some((other) => other.path === row.path && other.id > row.id);
      const next = rows().find((other) => other.path === row.path && other.id > row.id);
      return stampOf(isLast && next !== undefined ? next : row);
    });
    const old = prunings.find(({ id }) => id === extend);
    const id = old?.id ?? prunings.length + 1;
    prunings[id - 1] = {
      ...(old ?? { id, cause, argv, at }),
      snapshots: (old?.snapshots ?? 0) + gone.length,
      from: Math.min(old?.from ?? Number.POSITIVE_INFINITY, ...times) as WallMs,
      to: Math.max(old?.to ?? 0, ...ends) as WallMs,
    };
    return id;
  };

  return {
    recordedBy: () => [],
    pruned: () => [],
    bringBack: () => 0,
    dropPruned: () => 0,
    retentionRows: (after, limit) =>
      rows()
        .map(retentionRow)
        .filter((row) => after === undefined || inListing(row, after) > 0)
        .toSorted(inListing)
        .slice(0, limit),
    prunings: (since) => prunings.filter(({ to }) => since === undefined || to >= since),
    deleteSnapshots: (order) => {
      const ids = new Set(order.ids);
      const gone = rows().filter(
        (row) => ids.has(row.id) && (order.whole === true || newest(row.path) !== row),
      );
      if (gone.length === 0) return { pruning: order.extend ?? 0, deleted: 0 };
      const headless = gone.filter((row) => newest(row.path) === row).map(({ path }) => path);
      keep(rows().filter((row) => !gone.includes(row)));
      for (const row of gone) {
        const present = row.hash !== null || row.cause === "excluded";
        const { id, path, at, skewMs = 0 } = row;
        traces.push({ id, path, at, skewMs, present });
      }
      traces.sort((a, b) => a.id - b.id);
      for (const { hash } of gone) if (hash !== null) released.add(hash);
      for (const path of headless) {
        const top = newest(path);
        heads.delete(path);
        if (top !== undefined && top.hash !== null) heads.set(path, unseenHead(top));
      }
      return { pruning: note(order, gone), deleted: gone.length };
    },
    settleReleased: () => {
      for (const hash of released) {
        const row = rows().findLast((one) => one.hash === hash);
        if (row === undefined) contents.delete(hash);
        else contents.set(hash, { bytes: row.bytes, id: row.id });
      }
      released.clear();
      return false;
    },
    contentRow: (hash) => rows().find(({ id }) => id === contents.get(hash)?.id),
    noteRow: (id, { hash, bytes }) => {
      if (hash === null) return;
      contents.set(hash, { bytes, id });
      released.delete(hash);
    },
    traces: () => traces,
    horizons: () => horizons,
    startAt: (point, known) => {
      // An instant is what the clock showed.
      const last = [...rows(), ...traces].filter((one) =>
        "id" in point ? one.id <= point.id : one.at <= point.at,
      );
      const newestOne = last.sort((a, b) => a.id - b.id).at(-1);
      if (newestOne === undefined) return;
      const toTime = "at" in point ? point.at : stampOf(newestOne);
      const exempt = known.filter((id) => id < newestOne.id);
      horizons = [
        { kind: "start", from: 0, to: newestOne.id, toTime },
        ...exempt.map((id) => ({ kind: "known", from: id, to: id, toTime }) as const),
      ];
    },
    deleteTraces: (isMeant) => {
      traces = traces.filter(({ path, id }) => !isMeant(path, id));
    },
    contentBytes: () => [...contents.values()].reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** A head whose file was not looked at. */
function unseenHead(row: Snapshot): Head {
  const { id, path, hash, bytes, mode } = row;
  const stat = { dev: 0n, ino: 0n, size: 0n, mode: 0, mtimeNs: 0n, ctimeNs: 0n };
  return {
    path,
    snapshot: id,
    hash: hash as BlobId,
    bytes,
    mode,
    stat,
    racy: true,
    ...whyNotKept(row),
  };
}

function retentionRow(row: Snapshot): RetentionRow {
  const { id, path, settled, event, bytes, hash, operation, cause, renamedFrom, skewMs } = row;
  const at = stampOf(row);
  const { session, turn, confidence } = row.author;
  const ambiguous = confidence === "ambiguous";
  const plain = { id, path, at, settled, event, bytes, hash, operation, cause, renamedFrom };
  const isKept = hash !== null && row.withheld !== true;
  const isBinary = isKept && row.counts === null && !isLinkMode(row.mode);
  const mark = row.withheld === true ? ({ withheld: true } as const) : isBinary ? { isBinary } : {};
  const skew = skewMs === undefined ? {} : { skewMs };
  return { ...plain, session, turn, ambiguous, ...skew, ...mark };
}
