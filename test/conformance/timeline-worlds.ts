import type { BlobId, RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { Attribution, Batch, Recording, Timeline } from "@unf/core/ports";
import type {
  Head,
  JournalStep,
  LineCounts,
  NewCheckpoint,
  NewSnapshot,
  SeenMode,
  StatKey,
  StepState,
} from "@unf/core/timeline";
import fc from "fast-check";
import { author, candidates, sessionDeed } from "./timeline-session-deeds.ts";

// Small random worlds for the timeline: few paths that are hard to tell apart, few contents, a clock
// that stands still and goes back.

/** Names around the characters before and after `/`, raw bytes, and prefixes of each other. */
export const paths = [
  "a",
  "a/b",
  "a/b/c",
  "a/b-c",
  "a.b",
  "a0",
  "a\udcc3",
  "a/\udcff",
  "a\udcc3/b",
  "ä/\u{1f600}",
  "\uffee",
  "z",
] as RelPath[];

/** Directories and files to ask for; some have no row. */
export const places = ["", "a", "a/b", "a\udcc3", "a.b", "ä", "nothing", "z"] as RelPath[];

export const start = Date.UTC(2026, 0, 1) as WallMs;

const hash = fc.integer({ min: 0, max: 5 }).map((n) => String(n).repeat(64) as BlobId);
const counts = fc.option(
  fc.record<LineCounts>(
    {
      lines: fc.nat(9),
      added: fc.nat(9),
      removed: fc.nat(9),
      exact: fc.boolean(),
    },
    { noNullPrototype: true },
  ),
);
const stat = fc.record<StatKey>(
  {
    dev: fc.bigInt(0n, 2n ** 64n - 1n),
    ino: fc.bigInt(0n, 2n ** 64n - 1n),
    size: fc.bigInt(0n, 2n ** 53n),
    mtimeNs: fc.bigInt(-(2n ** 62n), 2n ** 62n),
    ctimeNs: fc.bigInt(0n, 2n ** 63n - 1n),
    mode: fc.constantFrom(0o100644, 0o120777),
  },
  { noNullPrototype: true },
);
const at = fc.integer({ min: -3000, max: 5000 }).map((ms) => (start + ms) as WallMs);

const recording = fc
  .record({
    path: fc.constantFrom(...paths),
    hash: fc.option(hash, { freq: 4 }),
    event: fc.constantFrom("create", "modify", "rename"),
    counts,
    stat,
    at,
    settled: fc.boolean(),
    racy: fc.boolean(),
    renamedFrom: fc.option(fc.constantFrom(...paths)),
    operation: fc.option(fc.integer({ min: 1, max: 9 })),
    author,
    candidates: fc.option(candidates),
  })
  .map((drawn): Recording => {
    const bytes = drawn.hash === null ? 0 : Number(drawn.hash[0]) * 100;
    const snapshot: NewSnapshot = {
      path: drawn.path,
      hash: drawn.hash,
      bytes,
      at: drawn.at,
      event: drawn.hash === null ? "delete" : (drawn.event as NewSnapshot["event"]),
      counts: drawn.counts,
      settled: drawn.settled,
      mode: drawn.hash === null ? 0 : drawn.stat.mode,
      cause: "event",
      renamedFrom: drawn.renamedFrom,
      operation: drawn.operation,
      author: drawn.author,
    };
    const { path, stat, racy } = drawn;
    const head: Recording["head"] =
      drawn.hash === null ? null : { path, hash: drawn.hash, bytes, mode: stat.mode, stat, racy };
    return drawn.candidates === null
      ? { snapshot, head }
      : { snapshot, head, candidates: drawn.candidates };
  });

const restat = fc.record<Pick<Head, "path" | "stat" | "racy">>(
  {
    path: fc.constantFrom(...paths),
    stat,
    racy: fc.boolean(),
  },
  { noNullPrototype: true },
);

const settlement = fc.record({ id: fc.integer({ min: 1, max: 40 }), counts, plain: fc.boolean() });

const attribution = fc.record<Attribution>(
  { id: fc.integer({ min: 1, max: 40 }).map((id) => id as SnapshotId), author, candidates },
  { requiredKeys: ["id", "author"], noNullPrototype: true },
);

const seenMode = fc.record<SeenMode>(
  {
    path: fc.constantFrom(...places),
    mode: fc.constantFrom(0o40755, 0o40700),
    at,
  },
  { noNullPrototype: true },
);

/** One batch; its settlements and attributions name rows that may not exist. */
export const batch: fc.Arbitrary<Batch> = fc
  .record({
    recordings: fc.array(recording, { maxLength: 6 }),
    restats: fc.array(restat, { maxLength: 2 }),
    settlements: fc.array(settlement, { maxLength: 4 }),
    attributions: fc.array(attribution, { maxLength: 4 }),
    directories: fc.array(seenMode, { maxLength: 2 }),
    kept: fc.boolean(),
  })
  .map(({ recordings, restats, settlements, attributions, directories, kept }) => ({
    inbox: recordings.flatMap(({ snapshot }) =>
      kept && snapshot.hash !== null
        ? [{ hash: snapshot.hash, bytes: new Uint8Array(snapshot.bytes).fill(7) }]
        : [],
    ),
    recordings,
    restats,
    attributions,
    directories,
    settlements: settlements.map(({ id, plain, ...more }) =>
      plain ? { id: id as SnapshotId } : { id: id as SnapshotId, counts: more.counts },
    ),
  }));

const mode = fc.constantFrom(0o100644, 0o100755, 0o120777);
const bytes = fc.nat(9);
const snapshot = fc.option(fc.integer({ min: 1, max: 9 }).map((id) => id as SnapshotId));
const plain = { noNullPrototype: true } as const;
const stepState: fc.Arbitrary<StepState> = fc.oneof(
  fc.record({ kind: fc.constant("absent" as const) }, plain),
  fc.record({ kind: fc.constant("directory" as const), mode: fc.constant(0o40755) }, plain),
  fc.record({ kind: fc.constant("recorded" as const), hash, bytes, mode, snapshot }, plain),
  fc.record(
    { kind: fc.constant("rescued" as const), operation: fc.option(fc.nat(3)), bytes, mode },
    plain,
  ),
);
const step = fc.record<Omit<JournalStep, "failure">>(
  {
    path: fc.constantFrom(...paths),
    from: stepState,
    to: stepState,
    temporary: fc.option(fc.constantFrom(...paths)),
  },
  plain,
);
const checkpoint = fc.record<NewCheckpoint>(
  {
    label: fc.option(fc.constantFrom("", "before", "it's ä")),
    message: fc.option(fc.string({ unit: "grapheme" })),
    at,
    snapshot: fc.integer({ min: 0, max: 40 }).map((id) => id as SnapshotId | 0),
    files: fc.nat(9),
    payload: fc.option(fc.uint8Array({ maxLength: 9 })),
    pinned: fc.boolean(),
  },
  plain,
);
const id = fc.integer({ min: 1, max: 6 });

/** Something that is written beside the rows; may name an operation or a checkpoint that is not there. */
export const deed: fc.Arbitrary<(timeline: Timeline) => unknown> = fc.oneof(
  fc
    .record({
      ...{ kind: fc.constantFrom("restore" as const, "undo" as const, "redo" as const), id, at },
      ...{ before: fc.nat(20), steps: fc.array(step, { maxLength: 5 }) },
    })
    .map(({ kind, id, at, before, steps }) => (timeline: Timeline) => {
      const inverts = kind === "restore" ? null : id;
      const words = { argv: [kind, "it's", "ä"], plan: "pl-5d2c90ab" };
      return timeline.startOperation({ kind, startedAt: at, before, inverts, ...words }, steps);
    }),
  id.map((id) => (timeline: Timeline) => timeline.commitOperation(id)),
  fc
    .record({
      ...{ id, at, failed: fc.array(fc.nat(6), { maxLength: 3 }) },
      state: fc.constantFrom("done" as const, "partial" as const, "abandoned" as const),
    })
    .map(({ id, at, state, failed }) => (timeline: Timeline) => {
      const failures = new Map(failed.map((index) => [index, `EACCES ${index}`]));
      timeline.finishOperation(id, failed.length === 0 ? { at, state } : { at, state, failures });
    }),
  id.map((id) => (timeline: Timeline) => timeline.dropJournal(id)),
  checkpoint.map((given) => (timeline: Timeline) => timeline.addCheckpoint(given)),
  id.map((id) => (timeline: Timeline) => timeline.deleteCheckpoint(id)),
  fc.record({ id, pinned: fc.boolean() }).map(({ id, pinned }) => (timeline: Timeline) => {
    return timeline.pinCheckpoint(id, pinned);
  }),
  sessionDeed,
  sessionDeed,
);
