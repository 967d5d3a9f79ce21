import assert from "node:assert/strict";
import { test } from "node:test";
import { type BlobId, type RelPath, type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { configuredPolicy, olderThan, type RetentionPolicy } from "@unf/core/retention";
import { unknownAuthor } from "@unf/core/timeline";
import {
  AgeClock,
  decayProject,
  type PruneOrder,
  type PruneReport,
  pruneProject,
} from "@unf/engine";
import { recording } from "../conformance/timeline-rows.ts";
import { Stage } from "./stage.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const everything = olderThan(0);

/** Saves a version a day, for as many days; what the last one says stays on disk. */
async function saveDaily(stage: Stage, path: string, days: number): Promise<void> {
  for (let day = 1; day <= days; day += 1) {
    stage.save(path, `${path} ${day}\n`);
    await stage.flush();
    stage.clock.stall(dayMs);
  }
}

async function prune(
  stage: Stage,
  policy: RetentionPolicy,
  more: Partial<PruneOrder> = {},
): Promise<PruneReport> {
  const upTo = stage.timeline.facts().lastId ?? 0;
  return pruneProject(stage.project, {
    request: {
      ...{ policy, now: stage.clock.wall(), upTo, include: [], exclude: [], maxBytes: null },
      ...more.request,
    },
    planId: undefined,
    cause: "asked",
    argv: ["prune"],
    ...more,
  });
}

test("a prune deletes what is older and leaves the tree at that instant and every later one", async () => {
  await using stage = new Stage();
  await stage.start();
  await saveDaily(stage, "a.txt", 5);
  stage.remove("a.txt");
  stage.gone("a.txt");
  await saveDaily(stage, "b.txt", 3);
  const all = stage.rows();
  const states = all.map(({ id }) => stage.state(id));
  const now = stage.clock.wall();
  const { deleted, freedBytes, pruning } = await prune(stage, olderThan(4 * dayMs));
  assert.ok(deleted > 0 && freedBytes > 0);
  const left = new Set(stage.rows().map(({ id }) => id));
  assert.equal(left.size, all.length - deleted);
  for (const [index, { id, at }] of all.entries()) {
    if (now - at <= 4 * dayMs) assert.deepEqual(stage.state(id), states[index], `state at v${id}`);
  }
  const [noted] = stage.timeline.prunings();
  assert.deepEqual([noted?.id, noted?.snapshots, noted?.cause], [pruning, deleted, "asked"]);
});

test("a second prune deletes nothing, and writes nothing down", async () => {
  await using stage = new Stage();
  await stage.start();
  await saveDaily(stage, "a.txt", 5);
  await prune(stage, everything);
  const { deleted, pruning } = await prune(stage, everything);
  assert.deepEqual([deleted, pruning, stage.timeline.prunings().length], [0, null, 1]);
});

test("a plan that is no more refuses, and deletes nothing", async () => {
  await using stage = new Stage();
  await stage.start();
  await saveDaily(stage, "a.txt", 3);
  const before = stage.rows();
  await assert.rejects(
    prune(stage, everything, { planId: "pl-00000000" }),
    (thrown) => thrown instanceof UnfError && thrown.code === "conflict",
  );
  assert.deepEqual(stage.rows(), before);
});

test("checkpoints and what a restore replaced survive a prune of everything", async () => {
  await using stage = new Stage();
  await stage.start();
  await saveDaily(stage, "a.txt", 2);
  const bookmark = stage.timeline.facts().lastId ?? 0;
  const given = { label: null, message: null, payload: null, pinned: false } as const;
  stage.timeline.addCheckpoint({ ...given, at: stage.clock.wall(), snapshot: bookmark, files: 1 });
  const then = stage.state(bookmark as SnapshotId);
  await saveDaily(stage, "a.txt", 3);
  await stage.restore({ target: { id: bookmark as SnapshotId } });
  await saveDaily(stage, "a.txt", 1);
  const [operation] = stage.timeline.operations(1);
  assert.ok(operation !== undefined);
  await prune(stage, everything);
  assert.deepEqual(stage.state(bookmark as SnapshotId), then);
  const named = stage.timeline
    .steps(operation.id)
    .flatMap(({ from, to }) => [from, to])
    .flatMap((state) => (state.kind === "recorded" ? (state.snapshot ?? []) : []));
  assert.ok(named.length > 0);
  for (const id of named) assert.ok(stage.timeline.snapshot(id) !== undefined, `v${id}`);
  await stage.invert("undo", { operation: operation.id });
});

test("captures that come in while rows are deleted are all recorded, and none is lost", async () => {
  await using stage = new Stage();
  await stage.start();
  for (let n = 0; n < 60; n += 1) await saveDaily(stage, `f${n % 7}.txt`, 1);
  let count = 0;
  stage.clock.onBreathe = () => {
    count += 1;
    if (count < 20) stage.save(`new${count}.txt`, `${count}\n`);
  };
  await prune(stage, everything);
  stage.clock.onBreathe = () => undefined;
  await stage.flush();
  const paths = stage.rows().map(({ path }) => path);
  assert.ok(count > 0);
  for (let n = 1; n < Math.min(count, 20); n += 1)
    assert.ok(paths.includes(`new${n}.txt` as never));
});

test("what a restore has come to need since the plan was made stays", async () => {
  await using stage = new Stage();
  await stage.start();
  await saveDaily(stage, "a.txt", 4);
  const [old] = stage.rows("a.txt");
  assert.ok(old !== undefined);
  let restored: Promise<unknown> | undefined;
  stage.clock.onBreathe = () => {
    restored ??= stage.restore({ target: { id: old.id } });
  };
  // So many rows of another file that the plan takes more than one page.
  const gone = { bytes: 0, event: "delete", counts: null, mode: 0, hash: null } as const;
  const more = {
    cause: "event",
    renamedFrom: null,
    operation: null,
    author: unknownAuthor,
  } as const;
  const plain = { path: "many" as RelPath, at: old.at, settled: true, ...gone, ...more };
  const recordings = Array.from({ length: 600 }, () => ({ snapshot: plain, head: null }));
  stage.timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
  stage.clock.stall(dayMs);
  await prune(stage, everything);
  stage.clock.onBreathe = () => undefined;
  await restored;
  assert.ok(stage.timeline.snapshot(old.id) !== undefined);
});

test("an hour of a clock that is ten years ahead makes history a day older, and no more", async () => {
  await using stage = new Stage();
  await stage.start();
  const ages = new AgeClock(stage.clock, stage.clock.wall());
  const decay = () =>
    decayProject(stage.project, configuredPolicy(defaultConfig), ages.now(), async () => undefined);
  for (let n = 1; n < 9; n += 1) {
    stage.save("a.txt", `${n}\n`);
    await stage.flush();
    stage.clock.stall(30 * 60_000);
  }
  ages.now();
  stage.clock.jump(3650 * dayMs);
  const before = stage.rows().length;
  assert.equal(await decay(), 0);
  // A row that has the wrong time does not make the others old.
  stage.save("b.txt", "1\n");
  await stage.flush();
  assert.equal(await decay(), 0);
  stage.clock.stall(hourMs);
  // A day older: then one of each hour is enough, of the two that there are.
  assert.ok((await decay()) <= 4);
  stage.clock.jump(-3650 * dayMs);
  assert.equal(await decay(), 0);
  assert.ok(stage.rows().length > before - 4);
  stage.clock.stall(400 * dayMs);
  assert.ok((await decay()) > 0, "what is old by a clock that is right does thin");
});

test("what a crash left unsettled is settled by the next decay, also where nothing is old", async () => {
  await using stage = new Stage();
  await stage.start();
  await saveDaily(stage, "a.txt", 3);
  const { contentBytes } = stage.timeline.facts();
  const [first] = stage.rows("a.txt");
  assert.ok(first !== undefined);
  stage.timeline.deleteSnapshots({ ids: [first.id], cause: "asked", argv: [], at: 0 as WallMs });
  await stage.crash();
  assert.equal(stage.timeline.facts().contentBytes, contentBytes);
  const policy = { ...everything, keepAllMs: 99 * dayMs, bringsBack: true };
  await decayProject(stage.project, policy, stage.clock.wall());
  assert.ok(stage.timeline.facts().contentBytes < contentBytes);
});

test("an undo whose content was pruned and collected is refused by its name, and nothing is changed", async () => {
  await using stage = new Stage();
  await stage.start();
  await saveDaily(stage, "a.txt", 2);
  const [first] = stage.rows("a.txt");
  assert.ok(first !== undefined && first.hash !== null);
  await stage.restore({ target: { id: first.id } });
  stage.clock.stall(8 * dayMs);
  await saveDaily(stage, "b.txt", 1);
  await prune(stage, everything);
  const replaced = stage.timeline.steps(1)[0]?.from;
  assert.ok(replaced?.kind === "recorded");
  assert.equal(stage.timeline.contentRow(replaced.hash), undefined);
  // Does what collecting does to a content that nothing refers to any more.
  stage.timeline.dropFromInbox([replaced.hash]);
  stage.contents.forget([replaced.hash]);
  const before = stage.state();
  const { applied } = await stage.invert("undo", { operation: 1 });
  assert.deepEqual(
    applied.map(({ action }) => [action.kind, "why" in action ? action.why : undefined]),
    [["refused", "content_lost"]],
  );
  assert.deepEqual(stage.state(), before);
});

test("a prune that ends half-way says how far it came, and the next one does the rest", async () => {
  await using stage = new Stage();
  await stage.start();
  await saveDaily(stage, "a.txt", 3);
  const [old] = stage.rows("a.txt");
  assert.ok(old !== undefined);
  const gone = { bytes: 0, event: "delete", counts: null, mode: 0, hash: null } as const;
  const more = { cause: "event", renamedFrom: null, operation: null } as const;
  const plain = { path: "many" as RelPath, at: old.at, settled: true, author: unknownAuthor };
  const snapshot = { ...plain, ...gone, ...more };
  const recordings = Array.from({ length: 600 }, () => ({ snapshot, head: null }));
  stage.timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
  stage.clock.stall(dayMs);
  const before = stage.rows().length;
  const { deleteSnapshots } = stage.timeline;
  let calls = 0;
  Object.assign(stage.project.ports.timeline, {
    deleteSnapshots: (order: Parameters<typeof deleteSnapshots>[0]) => {
      calls += 1;
      if (calls === 2) throw new UnfError("failed", "the disk says no (EIO)");
      return deleteSnapshots(order);
    },
  });
  await assert.rejects(
    prune(stage, everything),
    (thrown) => thrown instanceof UnfError && /stopped after \d+ versions/.test(thrown.message),
  );
  const between = stage.rows().length;
  assert.ok(between < before);
  const { deleted } = await prune(stage, everything);
  assert.equal(stage.rows().length, between - deleted);
  assert.equal((await prune(stage, everything)).deleted, 0);
});

test("after its time an operation is not undone any more, and says so; the newest is, and one with a rescue", async () => {
  await using stage = new Stage();
  stage.write("a.txt", "1\n");
  stage.write("b.txt", "1\n");
  await stage.start();
  const target = { id: stage.timeline.facts().lastId as SnapshotId };
  const restore = async () => {
    await stage.restore({ target });
    stage.clock.stall(dayMs);
  };
  stage.write("a.txt", Buffer.of(1, 0, 2));
  await stage.flush();
  await restore();
  for (const text of ["2\n", "3\n", "4\n"]) {
    stage.write("b.txt", text);
    await stage.flush();
    await restore();
  }
  const policy = configuredPolicy(defaultConfig);
  stage.clock.stall(25 * dayMs);
  const kept = () => stage.timeline.journals().map(({ operation }) => operation);
  await decayProject(stage.project, policy, stage.clock.wall());
  assert.deepEqual(kept(), [1, 2, 3, 4]);
  stage.clock.stall(2.5 * dayMs);
  await decayProject(stage.project, { ...policy, keepAllMs: 99 * dayMs }, stage.clock.wall());
  assert.deepEqual(kept(), [1, 3, 4], "also where no version is due");
  stage.clock.stall(10 * dayMs);
  assert.equal((await prune(stage, { ...policy, operationsMs: null })).agedOperations, 0);
  assert.equal((await prune(stage, policy)).agedOperations, 1);
  assert.deepEqual(kept(), [1, 4], "1 has a rescue, 4 is the next to be undone");
  await assert.rejects(stage.invert("undo", { operation: 2 }), (thrown: UnfError) => {
    assert.deepEqual(
      [thrown.code, thrown.message],
      ["not_found", "op-2 is too old to undo: its record is no longer kept"],
    );
    return true;
  });
  await stage.invert("undo");
  assert.equal(stage.state()["b.txt"], "0644 4\n");
});

test("the states at the edges of turns stay as long as the setting says, and those of the last hundred", async () => {
  await using stage = new Stage();
  await stage.start();
  const { timeline } = stage;
  const at = stage.clock.wall();
  timeline.openSession({
    ...{ id: "s-1", agent: "codex", agentSession: "one", cwd: null, label: null, parent: null },
    startedAt: at,
  });
  const recordings = [...Array(102).keys()].map((n) =>
    recording("a.txt", { at, hash: n.toString(16).padStart(64, "0") as BlobId }),
  );
  const ids = timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
  for (const after of ids.slice(0, 101)) {
    const turn = { session: "s-1", label: "", prompt: null, startedAt: at, before: 0 } as const;
    timeline.endTurn(timeline.openTurn(turn), { at, by: "stop", after });
  }
  timeline.endSession("s-1", { at, by: "session_end" });
  stage.clock.stall(40 * dayMs);
  const deleted = async (turnsMs: number | null) => {
    const policy = { ...everything, bringsBack: true, turnsMs };
    return (await prune(stage, policy)).deleted;
  };
  assert.deepEqual([await deleted(50 * dayMs), await deleted(null)], [0, 0]);
  assert.equal(await deleted(30 * dayMs), 1);
});
