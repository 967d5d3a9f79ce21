import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { NewForgetting } from "@unf/core/timeline";
import { createConnection } from "../file/driver.ts";
import { openTimeline } from "../open/open.ts";
import { always, createAt, openScratch, recording } from "../testing/scratch.ts";

const at = 1_800_000_000_000 as WallMs;
const order: NewForgetting = {
  at,
  kind: "path",
  pattern: "/.env",
  upTo: 0,
  hashes: ["a".repeat(64) as BlobId],
  lasting: true,
};

test("an order stays as it was written, loses its digests when it is done, and can be ended", () => {
  using scratch = openScratch();
  createAt(scratch.path)[Symbol.dispose]();
  using timeline = openTimeline(scratch.path, always);
  const [first, second] = timeline.addForgettings([order, { ...order, lasting: false }]);
  assert.deepEqual(timeline.forgettings()[0], {
    ...order,
    id: first,
    state: "pending",
    snapshots: 0,
  });
  timeline.finishForgetting(first ?? 0, 3);
  assert.deepEqual(timeline.forgettings()[0], {
    ...order,
    id: first,
    hashes: [],
    state: "done",
    snapshots: 3,
  });
  assert.deepEqual(
    [timeline.endForgetting(first ?? 0), timeline.endForgetting(second ?? 0)],
    [true, false],
  );
  assert.equal(timeline.forgettings()[0]?.lasting, false);
});

test("a text is taken out of payloads, labels, prompts and commands, also as JSON spells it, and nothing else is touched", () => {
  using scratch = openScratch();
  createAt(scratch.path)[Symbol.dispose]();
  using timeline = openTimeline(scratch.path, always);
  const secret = 'two "lines"\nof secret';
  const payload = Buffer.from(`{"chat":${JSON.stringify(secret)}}`);
  const usual = { label: "cp", message: null, at, snapshot: 0, files: 0, pinned: false } as const;
  const dropped = timeline.addCheckpoint({ ...usual, payload });
  const kept = timeline.addCheckpoint({ ...usual, payload: Buffer.from("harmless") });
  timeline.openSession({
    id: "s-1",
    agent: "codex",
    agentSession: "x",
    cwd: null,
    label: `about ${secret}!`,
    parent: null,
    startedAt: at,
  });
  const turn = timeline.openTurn({
    session: "s-1",
    label: "first line",
    prompt: `please use ${secret}`,
    startedAt: at,
    before: 0,
  });
  const places = [
    { of: `cp:${dropped}`, part: "payload" },
    { of: "s-1", part: "label" },
    { of: `t-${turn}`, part: "prompt" },
  ];
  assert.deepEqual(timeline.findTexts([Buffer.from(secret)]), places);
  assert.deepEqual(timeline.scrub([Buffer.from(secret)]), places);
  assert.equal(timeline.checkpointPayload(dropped), undefined);
  assert.equal(Buffer.from(timeline.checkpointPayload(kept) ?? []).toString(), "harmless");
  assert.equal(timeline.session("s-1")?.label, "about [forgotten]!");
  assert.equal(timeline.turn(turn)?.label, "first line");
  assert.deepEqual(timeline.scrub([Buffer.from(secret)]), []);
  while (timeline.compact() !== "done");
  assert.equal(readFileSync(scratch.path).includes("of secret"), false);
});

test("JSON that holds a text stays JSON", () => {
  using scratch = openScratch();
  createAt(scratch.path)[Symbol.dispose]();
  using timeline = openTimeline(scratch.path, always);
  const argv = ["restore", "a secret of mine"];
  const operation = { kind: "restore", startedAt: at, argv, before: 0, plan: "pl-1" } as const;
  timeline.startOperation({ ...operation, inverts: null }, []);
  timeline.scrub([Buffer.from(JSON.stringify(argv)), Buffer.from("secret of mine")]);
  assert.deepEqual(timeline.operations(1)[0]?.argv, ["restore", "a [forgotten]"]);
});

test("a log that a reader holds on to is not called empty, and nobody waits for the reader", () => {
  using scratch = openScratch();
  createAt(scratch.path)[Symbol.dispose]();
  using timeline = openTimeline(scratch.path, always);
  timeline.setMeta("one", "1");
  {
    using reader = createConnection({
      path: scratch.path,
      mayWrite: undefined,
      onOpen: () => undefined,
    });
    reader.script("BEGIN");
    reader.statement("SELECT count(*) FROM meta").get();
    timeline.setMeta("two", "2");
    assert.equal(timeline.compact(), "busy");
  }
  assert.equal(timeline.compact(), "done");
});

test("where every row up to a point is forgotten, what was forgotten is not taken for what was not there", () => {
  using scratch = openScratch();
  createAt(scratch.path)[Symbol.dispose]();
  using timeline = openTimeline(scratch.path, always);
  const recordings = [recording("a"), recording("b"), recording("c")];
  const ids = timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
  const [a, b] = ids as [SnapshotId, SnapshotId];
  timeline.addForgettings([
    { ...order, pattern: "/a", upTo: a },
    { ...order, pattern: "/b", upTo: b },
  ]);
  timeline.deleteSnapshots({ ids: [a, b], at, cause: "forget", argv: [], whole: true });
  timeline.deleteTraces((path) => ["a", "b"].includes(path));
  const said = (path: string, id: SnapshotId) => timeline.pathAt(path as RelPath, { id }).kind;
  assert.deepEqual([said("a", a), said("b", b), said("c", b)], ["unknown", "unknown", "absent"]);
});
