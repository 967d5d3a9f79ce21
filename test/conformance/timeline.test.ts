import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type BlobId, finish, type RelPath, type SnapshotId, type WallMs } from "@unf/core/base";
import type { Batch, SnapshotQuery, TimelineReader } from "@unf/core/ports";
import {
  type JournalStep,
  keptRows,
  type PastState,
  type Point,
  stampOf,
} from "@unf/core/timeline";
import { openTimeline, openTimelineCheck, openTimelineReader } from "@unf/timeline";
import fc from "fast-check";
import { always } from "../kit/always.ts";
import { howMany } from "../kit/form.ts";
import { testSeed } from "../kit/seed.ts";
import { createModelTimeline } from "./timeline-model.ts";
import { interrogateRetention, retentionDeed } from "./timeline-retention-deeds.ts";
import { a64, b64, commit, deletion, recording } from "./timeline-rows.ts";
import { agents, sessionIds } from "./timeline-session-deeds.ts";
import { freshPath, identity, implementations } from "./timeline-stage.ts";
import { batch, deed, paths, places, start } from "./timeline-worlds.ts";

const everything: SnapshotQuery = { within: [], interim: true, order: "oldest" };

for (const [name, open] of implementations) {
  describe(name, () => {
    test("gives ids that grow and returns rows as they were committed", () => {
      using timeline = open();
      const rows = [recording("a", { counts: null }), recording("b/c", { settled: false })];
      const ids = commit(timeline, ...rows);
      assert.deepEqual(ids, [1, 2]);
      const stored = [...timeline.find(everything)];
      assert.deepEqual(
        stored,
        rows.map(({ snapshot }, index) => ({ ...snapshot, id: ids[index] })),
      );
    });

    test("never lets a stamp go back, not even after the clock did, and keeps what that showed", () => {
      using timeline = open();
      commit(timeline, recording("a", { at: (start + 9000) as WallMs }));
      commit(
        timeline,
        recording("a", { at: start }),
        recording("a", { at: (start + 9500) as WallMs }),
      );
      const found = [...timeline.find(everything)];
      assert.deepEqual(
        found.map((row) => stampOf(row) - start),
        [9000, 9000, 9500],
      );
      assert.deepEqual(
        found.map(({ at }) => at - start),
        [9000, 0, 9500],
      );
    });

    test("settles a row once and only counts it once", () => {
      using timeline = open();
      const [id] = commit(timeline, recording("a", { settled: false, event: "modify" }));
      assert.ok(id !== undefined);
      const settlements = [{ id, event: "create" as const, counts: null }];
      const settle: Batch = { inbox: [], recordings: [], restats: [], settlements };
      timeline.commit(settle);
      timeline.commit(settle);
      const row = timeline.snapshot(id);
      assert.deepEqual([row?.settled, row?.event, row?.counts], [true, "create", null]);
      assert.equal(timeline.facts().settled, 1);
    });

    test("makes a creation and a deletion a rename and its departure, which listings may hide", () => {
      using timeline = open();
      const [came, gone] = commit(
        timeline,
        recording("new", { event: "create" }),
        deletion("old", { settled: false }),
      );
      assert.ok(came !== undefined && gone !== undefined);
      assert.equal(timeline.renameOf(gone), undefined);
      const settlements: Batch["settlements"] = [
        { id: came, event: "rename", renamedFrom: "old" as RelPath, evidence: "inode" },
        { id: gone, cause: "renamed" },
      ];
      timeline.commit({ inbox: [], recordings: [], restats: [], settlements });
      assert.deepEqual(timeline.renameOf(gone), timeline.snapshot(came));
      assert.equal(timeline.renameOf(came), undefined);
      const find = (departures: "hide" | "only") =>
        [...timeline.find({ ...everything, departures })].map(({ id }) => id);
      assert.deepEqual([find("hide"), find("only")], [[came], [gone]]);
      assert.equal(timeline.facts().settled, 2);
    });

    test("keeps heads of paths on disk only and takes a restat without a row", () => {
      using timeline = open();
      commit(timeline, recording("a"), recording("b"), deletion("b"));
      const stat = {
        dev: 2n ** 64n - 1n,
        ino: 2n ** 63n,
        size: 3n,
        mtimeNs: 9n,
        ctimeNs: 9n,
        mode: 1,
      };
      const path = "a" as RelPath;
      timeline.commit({
        inbox: [],
        recordings: [],
        restats: [
          { path, stat, racy: true },
          { path: "gone" as RelPath, stat, racy: true },
        ],
        settlements: [],
      });
      assert.deepEqual(timeline.head(path)?.stat, stat);
      assert.equal(timeline.head(path)?.racy, true);
      assert.deepEqual(
        timeline.heads("" as RelPath, undefined, 10).map((head) => head.path),
        ["a"],
      );
      assert.equal(timeline.facts().files, 1);
    });

    test("keeps contents in the inbox until they are dropped", () => {
      using timeline = open();
      const bytes = Uint8Array.of(1, 2, 3);
      const empty = new Uint8Array(0);
      timeline.commit({
        inbox: [
          { hash: a64, bytes },
          { hash: b64, bytes: empty },
          { hash: a64, bytes },
        ],
        recordings: [recording("a")],
        restats: [],
        settlements: [],
      });
      assert.deepEqual(timeline.inboxHashes(), [
        { hash: a64, bytes: 3 },
        { hash: b64, bytes: 0 },
      ]);
      assert.deepEqual(timeline.inboxHashes(start), []);
      assert.deepEqual(Uint8Array.from(timeline.inboxed(a64) ?? []), bytes);
      assert.equal(timeline.inboxed(b64)?.length, 0);
      timeline.dropFromInbox([a64, a64]);
      assert.equal(timeline.inboxed(a64), undefined);
      assert.deepEqual(timeline.inboxHashes((start + 1) as WallMs), [{ hash: b64, bytes: 0 }]);
    });

    test("lets the caller write while it walks through found rows", () => {
      using timeline = open();
      const rows = 64 + 256; // Full pages, so that another one is asked for at the end.
      commit(timeline, ...Array.from({ length: rows }, (_, i) => recording(`f${i % 7}`)));
      const seen: number[] = [];
      for (const { id } of timeline.find({ ...everything, order: "oldest" })) {
        seen.push(id);
        if (id % 100 === 0) commit(timeline, recording("new"));
      }
      assert.equal(seen.length, rows);
    });

    test("can be asked for a thousand paths at once", () => {
      using timeline = open();
      const within = Array.from({ length: 1000 }, (_, i) => `d${i}/f` as RelPath);
      commit(timeline, recording("d7/f"), recording("d8/f/g"), recording("e"));
      const query: SnapshotQuery = { ...everything, within };
      assert.equal([...timeline.find(query)].length, 2);
      const { total } = finish(timeline.density(query, [start, (start + 1) as WallMs]));
      assert.deepEqual(total, [2]);
      assert.equal(keptRows(timeline.stateAt({ at: start }, within)).length, 2);
    });

    test("moves the end of an open gap on, never back, and not of a closed one", () => {
      using timeline = open();
      const at = (ms: number) => (start + ms) as WallMs;
      const id = timeline.openGap({ from: at(0), to: at(10), reason: "io_error" });
      const ends: (WallMs | undefined)[] = [];
      for (const to of [at(30), at(20)]) {
        timeline.extendGap(id, to);
        ends.push(timeline.gaps()[0]?.to);
      }
      timeline.closeGap(id, { at: at(40), pathsDiffered: 0 });
      timeline.extendGap(id, at(50));
      ends.push(timeline.gaps()[0]?.to);
      assert.deepEqual(ends, [at(30), at(30), at(30)]);
    });

    test("keeps what was missed of a file as one gap that grows, closed from the beginning", () => {
      using timeline = open();
      const at = (ms: number) => (start + ms) as WallMs;
      const missed = (gap: number | undefined, to: number, states: number) => {
        const path = "a: ü/b\n" as RelPath;
        return { gap, path, from: at(0), to: at(to), states };
      };
      const lasting = timeline.openGap({ from: at(0), to: at(1), reason: "overflow" });
      const [id] = timeline.noteMissed([missed(undefined, 300, 1)]);
      timeline.noteMissed([missed(id, 900, 7), missed(undefined, 400, 2)]);
      timeline.noteMissed([missed(id, 800, 8), missed(lasting, 800, 8)]);
      timeline.closeGap(id ?? 0, { at: at(950), pathsDiffered: 3 });
      timeline.extendGap(id ?? 0, at(950));
      const [overflow, grown, other] = timeline.gaps();
      assert.equal(overflow?.closedAt, null);
      const common = { path: "a: ü/b\n", reason: "too_fast", closedBy: "capture", from: at(0) };
      const ends = { to: at(900), closedAt: at(900), pathsDiffered: null };
      assert.deepEqual(grown, { id, ...common, ...ends, statesMissed: 8 });
      assert.equal(other?.statesMissed, 2);
    });

    test("closes a gap once and lists the ones that reach into a span", () => {
      using timeline = open();
      const at = (ms: number) => (start + ms) as WallMs;
      const first = timeline.openGap({ from: at(0), to: at(10), reason: "daemon_away" });
      const second = timeline.openGap({ from: at(20), to: at(30), reason: "overflow" });
      timeline.extendGap(first, at(5));
      timeline.extendGap(first, at(10));
      timeline.closeGap(second, { at: at(40), pathsDiffered: 3 });
      timeline.extendGap(second, at(99));
      timeline.closeGap(second, { at: at(50), pathsDiffered: 9 });
      assert.deepEqual(
        timeline
          .gaps(at(11))
          .map(({ id, closedAt, pathsDiffered }) => [id, closedAt, pathsDiffered]),
        [[second, at(40), 3]],
      );
      assert.deepEqual(
        timeline.gaps().map(({ id, closedBy }) => [id, closedBy]),
        [
          [first, null],
          [second, "sweep"],
        ],
      );
      assert.deepEqual(
        timeline.gaps().map(({ to }) => to),
        [at(10), at(30)],
      );
    });

    test("a burst counts each path once, and as deleted only what stood before it", () => {
      using timeline = open();
      const at = (ms: number) => (start + ms) as WallMs;
      const before = commit(timeline, recording("kept"), recording("gone"), recording("left"))[2];
      assert.ok(before !== undefined);
      const mark = timeline.markBurst({ before, from: at(1), to: at(1) });
      assert.deepEqual(timeline.bursts(), [
        { id: mark, before, from: at(1), to: at(1), changed: 0, deleted: 0 },
      ]);
      commit(
        timeline,
        recording("kept"),
        deletion("gone"),
        recording("brief"),
        deletion("brief"),
        deletion("left", { cause: "excluded" }),
        recording("ours", { operation: 1 }),
      );
      timeline.extendBurst(mark, at(9));
      assert.deepEqual(timeline.bursts(at(9)), [
        { id: mark, before, from: at(1), to: at(9), changed: 1, deleted: 1 },
      ]);
      assert.deepEqual(timeline.bursts(at(10)), []);
      const then = keptRows(timeline.stateAt({ id: before }, [])).map(({ path }) => path);
      assert.deepEqual(then, ["gone", "kept", "left"]);
    });

    test("an operation is staging, is committed and ends; the journal keeps what failed", () => {
      using timeline = open();
      const recorded = { kind: "recorded", hash: a64, bytes: 3, mode: 0o100644 } as const;
      const path = "d/a" as RelPath;
      const temporary = "d/.unf-1-1.new" as RelPath;
      const steps: Omit<JournalStep, "failure">[] = [
        {
          ...{ path: "d" as RelPath, from: { kind: "absent" }, temporary: null },
          to: { kind: "directory", mode: 0o40755 },
        },
        { path, from: { kind: "absent" }, to: { ...recorded, snapshot: null }, temporary },
        {
          path,
          from: { ...recorded, snapshot: 1 as SnapshotId },
          to: { kind: "absent" },
          temporary,
        },
      ];
      const given = { kind: "restore", startedAt: start, before: 0, plan: "pl-1" } as const;
      const argv = ["restore", "it's", "ä"];
      const id = timeline.startOperation({ ...given, argv, inverts: null }, steps);
      const begun = { ...given, id, argv, inverts: null, finishedAt: null, after: null };
      assert.deepEqual(timeline.operation(id), { ...begun, state: "staging", files: 2 });
      assert.deepEqual(
        timeline.steps(id),
        steps.map((step) => ({ ...step, failure: null })),
      );
      timeline.commitOperation(id);
      timeline.commitOperation(id);
      const committed = { ...begun, state: "committed", files: 2 } as const;
      assert.deepEqual(timeline.unfinishedOperations(), [committed]);
      commit(timeline, recording("d/a", { operation: id }), recording("d/b"));
      const failures = new Map([[2, "EACCES"]]);
      timeline.finishOperation(id, { at: start, state: "partial", failures });
      const ended = { ...begun, finishedAt: start, after: 1, state: "partial", files: 1 } as const;
      assert.deepEqual(timeline.operation(id), ended);
      assert.deepEqual(
        timeline.steps(id).map(({ failure }) => failure),
        [null, null, "EACCES"],
      );
      timeline.finishOperation(id, { at: start, state: "abandoned" });
      assert.deepEqual(timeline.operation(id), ended, "it ends once");
      assert.throws(() => timeline.commitOperation(id), /committed out of staging/);
      assert.deepEqual(timeline.unfinishedOperations(), []);
    });

    test("lists operations newest first, in pages; one that is given up changed no file", () => {
      using timeline = open();
      const given = { startedAt: start, before: 0, plan: "pl-1", argv: [] } as const;
      const step = { path: "a" as RelPath, from: { kind: "absent" }, temporary: null } as const;
      const to = { kind: "rescued", operation: null, bytes: 1, mode: 0o100644 } as const;
      timeline.startOperation({ ...given, kind: "restore", inverts: null }, []);
      timeline.startOperation({ ...given, kind: "undo", inverts: 1 }, [{ ...step, to }]);
      timeline.startOperation({ ...given, kind: "redo", inverts: 2 }, []);
      timeline.finishOperation(2, { at: start, state: "abandoned" });
      const ids = (limit: number, before?: number) =>
        timeline.operations(limit, before).map(({ id }) => id);
      assert.deepEqual([ids(2), ids(5, 3), ids(5, 1)], [[3, 2], [2, 1], []]);
      const { state, files, after, inverts } = timeline.operation(2) ?? {};
      assert.deepEqual([state, files, after, inverts], ["abandoned", 0, 0, 1]);
      assert.deepEqual(
        timeline.unfinishedOperations().map(({ id }) => id),
        [1, 3],
      );
      assert.deepEqual([timeline.operation(4), timeline.steps(4)], [undefined, []]);
    });

    test("keeps checkpoints with their payload until they are deleted", () => {
      using timeline = open();
      const given = { label: "a", message: null, at: start, snapshot: 0, files: 0 } as const;
      const payload = Uint8Array.of(0, 255, 10);
      assert.equal(timeline.newestCheckpoint(), undefined);
      const first = timeline.addCheckpoint({ ...given, payload, pinned: false });
      const second = timeline.addCheckpoint({ ...given, payload: null, pinned: true });
      assert.deepEqual(timeline.checkpoints(), [
        { ...given, id: second, payloadBytes: null, pinned: true },
        { ...given, id: first, payloadBytes: 3, pinned: false },
      ]);
      assert.equal(timeline.newestCheckpoint()?.id, second);
      assert.deepEqual(Uint8Array.from(timeline.checkpointPayload(first) ?? []), payload);
      assert.deepEqual(
        [timeline.pinCheckpoint(first, true), timeline.pinCheckpoint(9, true)],
        [true, false],
      );
      assert.deepEqual(
        [timeline.deleteCheckpoint(second), timeline.deleteCheckpoint(second)],
        [true, false],
      );
      assert.deepEqual(timeline.checkpoints(), [
        { ...given, id: first, payloadBytes: 3, pinned: true },
      ]);
      assert.equal(timeline.addCheckpoint({ ...given, payload: null, pinned: false }), 3);
    });

    test("finds the newest row with a content, of any path", () => {
      using timeline = open();
      commit(timeline, recording("a"), recording("b", { hash: b64 }), recording("c"));
      commit(timeline, deletion("c"));
      assert.equal(timeline.contentRow(a64)?.id, 3);
      assert.equal(timeline.contentRow("c".repeat(64) as BlobId), undefined);
    });

    test("remembers meta values", () => {
      using timeline = open();
      timeline.setMeta("last_sweep", "1");
      timeline.setMeta("last_sweep", "2");
      assert.equal(timeline.meta("last_sweep"), "2");
      assert.equal(timeline.meta("nothing"), undefined);
    });
  });
}

/** Everything a reader can be asked, as one value. */
function interrogate(timeline: TimelineReader): unknown {
  const { timelineBytes: _, ...facts } = timeline.facts();
  const points: Point[] = [{ at: (start - 9999) as WallMs }, { at: (start + 99_999) as WallMs }];
  for (let id = 0; id <= (facts.lastId ?? 0) + 1; id += 1) {
    const at = timeline.snapshot(id as SnapshotId)?.at;
    points.push({ id: id as SnapshotId });
    if (at !== undefined) points.push({ at }, { at: (at - 1) as WallMs });
  }
  const asked = [[], ...places.map((place) => [place]), ["a/b", "a"], ["z", "a\udcc3", "a/b"]];
  return {
    facts,
    states: points.map((point) =>
      asked.map((within) => [...timeline.stateAt(point, within as RelPath[])].map(tellState)),
    ),
    pairs: points.slice(-12).map((point) =>
      ["", ...places].map((below) => {
        const ask = (after: RelPath | undefined, limit: number) =>
          timeline.pairsAt(point, { below: below as RelPath, after, limit });
        return [ask(undefined, 99), ask("a/b" as RelPath, 2), ask("a\udcc3" as RelPath, 1)];
      }),
    ),
    versions: points
      .slice(-12)
      .map((point) => paths.map((path) => tellState(timeline.pathAt(path, point)))),
    reached: points.map((point) => timeline.reaches(point)),
    directories: points.map((point) =>
      places.map((place) => timeline.ownDirectoryMode(place, point)),
    ),
    newestModes: timeline
      .directoryModes()
      .map(({ path, mode }) => `${path} ${mode}`)
      .sort(),
    first: paths.map((path) => timeline.firstOf(path)?.id),
    previous: points.map((point) => {
      const id = "id" in point ? point.id : (0 as SnapshotId);
      return [timeline.previous(id, true)?.id, timeline.previous(id, false)?.id];
    }),
    renames: points.map((point) => "id" in point && timeline.renameOf(point.id)),
    journals: timeline.journals(),
    known: [...paths, ...places].map((path) => timeline.knows(path)),
    heads: places.map((place) => [
      timeline.heads(place, undefined, 99),
      paths.map((after) => timeline.heads(place, after, 2).map(({ path }) => path)),
    ]),
    head: paths.map((path) => timeline.head(path)),
    inboxed: [...Array(6).keys()].map((n) => timeline.inboxed(`${n}`.repeat(64) as BlobId)?.length),
    contentRows: [...Array(6).keys()].map((n) => timeline.contentRow(`${n}`.repeat(64) as BlobId)),
    operations: [timeline.operations(99), timeline.operations(2, 3), timeline.operation(2)],
    unfinished: timeline.unfinishedOperations(),
    steps: [...Array(9).keys()].map((id) => timeline.steps(id)),
    checkpoints: timeline.checkpoints(),
    newest: timeline.newestCheckpoint(),
    names: ["", "a", "c", "cp:", "cp:1"].map((begun) => [
      timeline.checkpointNames(begun, 2),
      timeline.deletedPaths(begun, 3),
    ]),
    payloads: [...Array(9).keys()].map((id) => [...(timeline.checkpointPayload(id) ?? ["none"])]),
    candidates: points.map((point) => "id" in point && timeline.candidates(point.id)),
    usage: asked.map((within) => interrogateUsage(timeline, within as RelPath[])),
    ...interrogateSessions(timeline),
    ...interrogateRetention(timeline),
  };
}

/** In no order, so in that of their texts. */
function interrogateUsage(timeline: TimelineReader, within: readonly RelPath[]): string[] {
  const keys = ["file", "minute", "session"] as const;
  return keys.flatMap((by) =>
    finish(timeline.usage(by, within))
      .map((row) => JSON.stringify(row))
      .sort(),
  );
}

function interrogateSessions(timeline: TimelineReader): object {
  const since = (start + 2500) as WallMs;
  const asked = ["s-", "s-7f3", "s-7f0", "s-x", "", ...sessionIds];
  const numbers = [...Array(9).keys()];
  return {
    sessions: [
      {},
      { since },
      { before: "s-7f3a" },
      { before: "s-x" },
      ...agents.map((agent) => ({ agent })),
    ].flatMap((query) => [9, 1].map((limit) => timeline.sessions({ ...query, limit }))),
    session: asked.map((id) => timeline.session(id)),
    agentSession: agents.map((agent) => timeline.agentSession(agent, "one")),
    turns: [
      {},
      { since, before: 4 },
      { session: "s-7f3a" },
      ...agents.map((agent) => ({ agent })),
    ].flatMap((query) => [9, 1].map((limit) => timeline.turns({ ...query, limit }))),
    turn: numbers.map((id) => timeline.turn(id)),
    turnOfPrompt: sessionIds.map((session) => timeline.turnOfPrompt(session, "p-1")?.id),
    toolCalls: [
      ...sessionIds.map((session) => timeline.toolCalls({ session })),
      ...numbers.map((turn) => timeline.toolCalls({ turn })),
    ],
    toolCall: numbers.map((id) => timeline.toolCall(id)),
    open: timeline.openSessions(),
  };
}

function queries(): SnapshotQuery[] {
  const withins = [[], ["a"], ["a/b", "a\udcc3"], ["z", "a.b", "a/b"], ["nothing"]] as RelPath[][];
  const bounds: Partial<SnapshotQuery>[] = [
    {},
    { since: (start - 1000) as WallMs, until: (start + 3000) as WallMs },
    { since: (start + 2000) as WallMs },
    { until: (start - 5000) as WallMs },
    { after: 7 as SnapshotId },
    { events: ["delete", "create"] },
    { events: [] },
    { departures: "hide" },
    { departures: "only", since: (start - 1000) as WallMs },
    { session: "s-7f3a" },
    { session: "s-7f00", departures: "hide", turn: 3 },
    { turn: 2, until: (start + 3000) as WallMs },
    { author: "human" },
    { author: "any-agent", departures: "only" },
    { author: ["human", { agent: "codex" }] },
    { author: [{ agent: "codex" }, { agent: "claude-code" }] },
    { author: ["any-agent", { agent: "codex" }], departures: "hide" },
    { author: ["human", "any-agent"], departures: "hide" },
    { author: { agent: "codex" }, events: ["delete", "create"] },
    { among: [{ isPath: (path) => path.startsWith("a") }], departures: "hide" },
    {
      among: [
        { isPath: (path) => path.endsWith("b"), isLabel: (label) => label > "m" },
        { isPath: () => true },
      ],
    },
    { among: [{ isPath: () => false, isLabel: () => true }], author: "human" },
    { origins: ["turn", "operation"], since: (start - 1000) as WallMs },
    { origins: ["other"], among: [{ isPath: (path) => path.length > 1 }] },
    { origins: ["baseline"] },
    { origins: [] },
  ];
  return withins.flatMap((within) =>
    bounds.flatMap((more) =>
      ([true, false] as const).flatMap((interim) =>
        (["newest", "oldest"] as const).map((order) => ({ within, interim, order, ...more })),
      ),
    ),
  );
}

/** The answer of a call, or its refusal. */
function answer(call: () => unknown): unknown {
  try {
    return call();
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : thrown;
  }
}

test("the SQLite timeline answers every question as the model does, also after reopening", () => {
  const deeds = fc.array(fc.oneof({ weight: 4, arbitrary: deed }, retentionDeed), { maxLength: 5 });
  const boundaries = [-5000, 0, 0, 1000, 9000].map((ms) => (start + ms) as WallMs);
  fc.assert(
    fc.property(fc.array(fc.tuple(batch, deeds), { minLength: 1, maxLength: 8 }), (batches) => {
      const path = freshPath();
      const model = createModelTimeline();
      using timeline = openTimeline(path, always, { create: identity });
      for (const [drawn, done] of batches) {
        const settlements = drawn.settlements.map((settlement) => {
          const event = model.snapshot(settlement.id)?.event;
          if (!("counts" in settlement) || event === undefined) return settlement;
          if (event === "delete") return { ...settlement, cause: "renamed" as const };
          const renamedFrom = paths[settlement.id % paths.length];
          return renamedFrom === undefined || settlement.id % 2 === 0
            ? { ...settlement, event: "create" as const }
            : {
                ...settlement,
                event: "rename" as const,
                renamedFrom,
                evidence: "similar" as const,
              };
        });
        const ids = timeline.commit({ ...drawn, settlements });
        assert.deepEqual(ids, model.commit({ ...drawn, settlements }));
        for (const deed of done) {
          assert.deepEqual(
            answer(() => deed(timeline)),
            answer(() => deed(model)),
          );
        }
      }
      assert.deepEqual(timeline.inboxHashes(), model.inboxHashes());
      assert.deepEqual(timeline.unsettledTails(3000), model.unsettledTails(3000));
      const expected = interrogate(model);
      assert.deepEqual(interrogate(timeline), expected);
      timeline.relax();
      using reader = openTimelineReader(path);
      assert.deepEqual(interrogate(reader), expected);
      using check = openTimelineCheck(path);
      assert.deepEqual(check.disagreements(), []);
      for (const query of queries()) {
        assert.deepEqual([...reader.find(query)], [...model.find(query)], JSON.stringify(query));
        const counts = [reader, model].map((one) => finish(one.density(query, boundaries)));
        assert.deepEqual(counts[0], counts[1]);
      }
    }),
    {
      numRuns: howMany("UNF_TIMELINE_RUNS", { short: 4, long: 50 }),
      seed: testSeed(),
      interruptAfterTimeLimit: 300_000,
    },
  );
});

/** Since which row a content is gone is known to the run of rows that went only. */
function tellState(state: PastState): unknown {
  return state.kind === "thinned" ? [state.kind, state.path] : state;
}
