import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath, BlobId, ProjectId, RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { Recording, Timeline } from "@unf/core/ports";
import {
  type Author,
  type FileMode,
  keptRows,
  type NewSnapshot,
  type SeenMode,
  unknownAuthor,
} from "@unf/core/timeline";
import { createConnection } from "../file/driver.ts";
import { openTimeline, openTimelineReader } from "../open/open.ts";
import { openTimelineCheck } from "../repair/check.ts";
import { always, identity, openScratch, recording } from "../testing/scratch.ts";
import { buildWithChild } from "./take-in.ts";

const hashOf = (n: number) => n.toString(16).padStart(64, "0") as BlobId;
const at = (second: number) => (1_700_000_000_000 + second * 1000) as WallMs;

function commit(timeline: Timeline, ...recordings: readonly Recording[]): SnapshotId[] {
  return timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
}

/** A row with a head, `content` seconds after the start; 0: a deletion. */
function saved(path: string, content: number, second: number, more: Partial<NewSnapshot> = {}) {
  const hash = content === 0 ? null : hashOf(content);
  return recording(path, {
    at: at(second),
    hash,
    event: content === 0 ? "delete" : "modify",
    ...more,
  });
}

/** One session that works in both projects: a turn from second 29 to 59. */
function work(timeline: Timeline, id: string): Author {
  const session = { id, agent: "codex", agentSession: "one", cwd: null, label: null, parent: null };
  timeline.openSession({ ...session, startedAt: at(29) });
  const before: SnapshotId | 0 = timeline.facts().lastId ?? 0;
  const turn = { session: id, label: "go", prompt: null, startedAt: at(29), before, promptId: "p" };
  const own = timeline.openTurn(turn);
  const reach = { kind: "nothing" } as const;
  const call = { session: id, turn: own, agentCall: "c", tool: "Edit", reach };
  const toolCall = timeline.openToolCall({ ...call, startedAt: at(30), endedAt: at(58) });
  return { agent: "codex", confidence: "hook", session: id, turn: own, toolCall };
}

function fillParent(path: AbsPath): void {
  using timeline = openTimeline(path, always, { create: identity });
  const person = { author: unknownAuthor };
  commit(timeline, saved("top", 1, 10, person), saved("dir/x", 2, 11), saved("dir/gone", 3, 12));
  timeline.beginHandover({
    path: "dir" as RelPath,
    project: "f".repeat(16) as ProjectId,
    from: at(20),
  });
  const author = work(timeline, "s-aaaa");
  commit(timeline, saved("top", 4, 40, { author }), saved("top", 5, 60));
  timeline.endTurn(author.turn ?? 0, { at: at(59), by: "stop", after: 4 as SnapshotId });
  timeline.addCheckpoint({
    ...{ label: "late", message: null, at: at(61), snapshot: 5 as SnapshotId, files: 3 },
    ...{ pinned: true, payload: null },
  });
}

function fillChild(path: AbsPath): void {
  using timeline = openTimeline(path, always, { create: identity });
  const baseline = { event: "create", cause: "baseline" } as const;
  commit(timeline, saved("old", 9, 5), saved("x", 2, 21, baseline), saved("new", 6, 21, baseline));
  const author = work(timeline, "s-bbbb");
  commit(timeline, saved("x", 7, 30, { author }), saved("x", 8, 50, { author }));
  timeline.endTurn(author.turn ?? 0, { at: at(59), by: "stop", after: 5 as SnapshotId });
  const fork = { agent: "codex", cwd: null, label: null, parent: "s-bbbb", startedAt: at(60) };
  for (const [id, sharedTurn] of [
    ["s-cccc", author.turn ?? 0],
    ["s-dddd", 0],
    ["s-eeee", 7],
  ] as const)
    timeline.openSession({ ...fork, id, agentSession: id, sharedTurn });
  timeline.openSession({ ...fork, id: "s-ffff", agentSession: "s-ffff" });
  timeline.commit({
    inbox: [],
    recordings: [saved("sub/y", 10, 55, { event: "create" })],
    restats: [],
    settlements: [],
    directories: [seen("", 0o750, 54), seen("sub", 0o700, 54)],
  });
  commit(timeline, saved("x", 0, 70));
}

function seen(path: string, mode: number, second: number): SeenMode {
  return { path: path as RelPath, mode: 0o040000 | mode, at: at(second) };
}

/** A restore of `x` to its first content, its undo, and a name that the outer project has, too. */
function operate(path: AbsPath): void {
  using timeline = openTimeline(path, always);
  const recorded = (content: number, snapshot: number | null) => ({
    ...({ kind: "recorded", hash: hashOf(content), bytes: 7, mode: 0o100644 as FileMode } as const),
    snapshot: snapshot as SnapshotId | null,
  });
  const [one, other] = [recorded(2, 2), recorded(10, 6)];
  const ours = { argv: ["restore", "x"], plan: "pl-1" };
  for (const [inverts, second, from, to] of [
    [null, 71, other, one],
    [1, 73, one, other],
  ] as const) {
    const kind = inverts === null ? ("restore" as const) : ("undo" as const);
    const before: SnapshotId | 0 = timeline.facts().lastId ?? 0;
    const operation = { ...ours, kind, inverts, before, startedAt: at(second) };
    const step = { path: "sub/y" as RelPath, from, to, temporary: null };
    const id = timeline.startOperation(operation, [step]);
    timeline.commitOperation(id);
    const by = { cause: "operation", operation: id } as const;
    commit(timeline, saved("sub/y", Number(`0x${to.hash}`), second, by));
    timeline.finishOperation(id, { at: at(second + 1), state: "done" });
  }
  const point = { message: null, files: 9, pinned: false, payload: null };
  for (const label of ["late", "own"])
    timeline.addCheckpoint({ ...point, label, at: at(72), snapshot: 8 as SnapshotId });
}

function complaints(path: AbsPath): string[] {
  using check = openTimelineCheck(path);
  return [...check.faults("full"), ...check.disagreements()];
}

test("what another project recorded of a directory is put between the rows by time, with its authors", async () => {
  using scratch = openScratch();
  const child = join(scratch.directory, "child's.db") as AbsPath;
  fillParent(scratch.path);
  fillChild(child);
  const [handover] = readHandovers(scratch.path);
  assert.ok(handover !== undefined);
  let slices = 0;
  const breathe = async () => {
    slices += 1;
  };
  const order = { handover, from: child, at: at(80) };
  const built = await buildWithChild(scratch.path, order, { mayWrite: always, breathe });
  assert.ok(built.isCurrent());
  renameSync(built.path, scratch.path);
  assert.deepEqual(complaints(scratch.path), []);
  using timeline = openTimeline(scratch.path, always);
  const rows = [...timeline.find({ within: [], interim: true, order: "oldest" })];
  assert.deepEqual(
    rows.map((row) => {
      const { agent, session, turn, toolCall } = row.author;
      const by = agent === null ? "-" : `${session} t-${turn} c${toolCall}`;
      return `${(row.at - at(0)) / 1000} ${row.event} ${row.path} ${row.cause} ${by}`;
    }),
    [
      "10 modify top event -",
      "11 modify dir/x event -",
      "12 modify dir/gone event -",
      "21 create dir/new sweep -",
      "30 modify dir/x event s-aaaa t-1 c1",
      "40 modify top event s-aaaa t-1 c1",
      "50 modify dir/x event s-aaaa t-1 c1",
      "55 create dir/sub/y event -",
      "60 modify top event -",
      "70 delete dir/x event -",
    ],
  );
  const states = [25, 45, 52, 75].map((second) =>
    keptRows(timeline.stateAt({ at: at(second) }, [])).map(
      ({ path, hash }) => `${path} ${Number(`0x${hash}`)}`,
    ),
  );
  assert.deepEqual(states, [
    ["dir/gone 3", "dir/new 6", "dir/x 2", "top 1"],
    ["dir/gone 3", "dir/new 6", "dir/x 7", "top 4"],
    ["dir/gone 3", "dir/new 6", "dir/x 8", "top 4"],
    ["dir/gone 3", "dir/new 6", "dir/sub/y 10", "top 5"],
  ]);
  const turn = timeline.turn(1);
  assert.deepEqual(
    [turn?.before, turn?.after].map((id) => rows.findIndex((row) => row.id === id)),
    [3, 7],
  );
  assert.equal(timeline.turns({ limit: 9 }).length, 1);
  const forks = ["s-cccc", "s-dddd", "s-eeee", "s-ffff"].map((id) => timeline.session(id));
  assert.deepEqual(
    forks.map((fork) => [fork?.parent, fork?.sharedTurn]),
    [
      ["s-aaaa", 1],
      ["s-aaaa", 0],
      ["s-aaaa", 0],
      ["s-aaaa", undefined],
    ],
    "a fork goes on from the same turn, and from none where that is not here",
  );
  const mode = (path: string, second: number) =>
    timeline.ownDirectoryMode(path as RelPath, { at: at(second) })?.toString(8);
  assert.deepEqual([mode("dir/sub", 53), mode("dir/sub", 54)], [undefined, "40700"]);
  assert.deepEqual([mode("dir", 75), mode("", 75)], ["40750", undefined]);
  const [late] = timeline.checkpoints();
  assert.equal(
    rows.findIndex(({ id }) => id === late?.snapshot),
    8,
  );
  assert.deepEqual(
    timeline.handovers().map(({ to, taken }) => [to, taken]),
    [[at(80), 5]],
  );
  const [next] = commit(timeline, saved("top", 1, 90));
  assert.ok(next !== undefined && next > Math.max(...rows.map(({ id }) => id)));
  assert.ok(slices > 10);
});

test("of a file that had changed before the other project began its lines are counted as at most all", async () => {
  using scratch = openScratch();
  const child = join(scratch.directory, "child.db") as AbsPath;
  fillParent(scratch.path);
  {
    using parent = openTimeline(scratch.path, always);
    const counts = { lines: 5, added: 5, removed: 0, exact: true };
    commit(parent, saved("dir/gone", 4, 13, { counts }));
  }
  {
    using timeline = openTimeline(child, always, { create: identity });
    const baseline = { event: "create", cause: "baseline" } as const;
    const counts = { lines: 3, added: 3, removed: 0, exact: true };
    commit(timeline, saved("x", 9, 21, { ...baseline, counts: null }));
    commit(timeline, saved("gone", 8, 21, { ...baseline, counts }));
    commit(timeline, saved("new", 7, 21, { ...baseline, counts }));
  }
  const [handover] = readHandovers(scratch.path);
  assert.ok(handover !== undefined);
  const order = { handover, from: child, at: at(80) };
  const built = await buildWithChild(scratch.path, order, {
    mayWrite: always,
    breathe: async () => {},
  });
  renameSync(built.path, scratch.path);
  assert.deepEqual(complaints(scratch.path), []);
  using timeline = openTimelineReader(scratch.path);
  const rows = [...timeline.find({ within: [], interim: true, order: "oldest", since: at(20) })];
  const counts = rows
    .filter(({ at: when }) => when === at(21))
    .map((row) => [row.path, row.counts]);
  assert.deepEqual(counts, [
    ["dir/x", null],
    ["dir/gone", { lines: 3, added: 3, removed: 5, exact: false }],
    ["dir/new", { lines: 3, added: 3, removed: 0, exact: true }],
  ]);
});

test("operations come along behind those that are there, checkpoints with names of their own", async () => {
  using scratch = openScratch();
  const child = join(scratch.directory, "child.db") as AbsPath;
  fillParent(scratch.path);
  fillChild(child);
  operate(child);
  {
    using parent = openTimeline(scratch.path, always);
    const own = { kind: "restore", argv: ["restore", "top"], plan: "pl-0", inverts: null } as const;
    const id = parent.startOperation({ ...own, before: 5 as SnapshotId, startedAt: at(75) }, []);
    parent.finishOperation(id, { at: at(76), state: "abandoned" });
  }
  const [handover] = readHandovers(scratch.path);
  assert.ok(handover !== undefined);
  const order = { handover, from: child, at: at(80) };
  const built = await buildWithChild(scratch.path, order, {
    mayWrite: always,
    breathe: async () => {},
  });
  assert.deepEqual(complaints(built.path), []);
  using timeline = openTimelineReader(built.path);
  const rows = [...timeline.find({ within: [], interim: true, order: "oldest" })];
  const second = (id: number | null) => {
    const row = rows.find((one) => one.id === id);
    return row === undefined ? undefined : (row.at - at(0)) / 1000;
  };
  assert.deepEqual(
    timeline
      .operations(9)
      .map(({ id, kind, before, after, inverts }) => [
        ...[id, kind, second(before), second(after), inverts],
      ]),
    [
      [3, "undo", 71, 73, 2],
      [2, "restore", 70, 71, null],
      [1, "restore", 73, 73, null],
    ],
  );
  assert.deepEqual(
    rows.filter(({ cause }) => cause === "operation").map(({ operation }) => operation),
    [2, 3],
  );
  const [step] = timeline.steps(2);
  assert.ok(step?.to.kind === "recorded" && step.from.kind === "recorded");
  assert.equal(step.path, "dir/sub/y");
  assert.deepEqual([second(step.from.snapshot), second(step.to.snapshot)], [55, undefined]);
  const shown = timeline.checkpoints().map(({ label, files, snapshot }) => {
    const present = keptRows(timeline.stateAt({ id: snapshot as SnapshotId }, [])).length;
    return [label, second(snapshot), files === present ? "right" : `${files} of ${present}`];
  });
  assert.deepEqual(shown, [
    ["own", 71, "right"],
    ["late (dir)", 71, "right"],
    ["late", 60, "right"],
  ]);
});

test("of a project of which nothing is to be taken only the hand-over ends", async () => {
  using scratch = openScratch();
  const child = join(scratch.directory, "child.db") as AbsPath;
  fillParent(scratch.path);
  openTimeline(child, always, { create: identity })[Symbol.dispose]();
  const [handover] = readHandovers(scratch.path);
  assert.ok(handover !== undefined);
  const order = { handover, from: child, at: at(80) };
  const built = await buildWithChild(scratch.path, order, {
    mayWrite: always,
    breathe: async () => {},
  });
  const bare = (path: AbsPath) => createConnection({ path, mayWrite: undefined, onOpen: () => {} });
  using before = bare(scratch.path);
  using after = bare(built.path);
  for (const table of ["snapshots", "heads", "turns", "paths", "checkpoints"]) {
    const all = `SELECT * FROM ${table}`;
    assert.deepEqual(after.statement(all).all(), before.statement(all).all(), table);
  }
  assert.deepEqual(
    readHandovers(built.path).map(({ taken }) => taken),
    [0],
  );
});

function readHandovers(path: AbsPath) {
  using timeline = openTimelineReader(path);
  return timeline.handovers();
}
