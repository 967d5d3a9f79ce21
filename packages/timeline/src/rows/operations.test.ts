import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId, WallMs } from "@unf/core/base";
import type { JournalStep, StepState } from "@unf/core/timeline";
import type { Connection } from "../file/driver.ts";
import { asFailure } from "../file/failure.ts";
import { createAt, openScratch, recording } from "../testing/scratch.ts";
import { createWriter } from "../write/writer.ts";
import { commitOperation, parseOperation } from "./operations.ts";
import { parseStep } from "./steps.ts";

const at = 1_700_000_000_000 as WallMs;
const restore = {
  kind: "restore",
  startedAt: at,
  argv: ["restore"],
  before: 0,
  plan: "pl-1",
  inverts: null,
} as const;
const damaged = { code: "store_damaged" };

const hash = "c".repeat(64) as BlobId;
const states: readonly StepState[] = [
  { kind: "absent" },
  { kind: "directory", mode: 0o40755 },
  { kind: "recorded", hash, bytes: 0, mode: 0o120777, snapshot: null },
  { kind: "recorded", hash, bytes: 9, mode: 0o100644, snapshot: 7 as SnapshotId },
  { kind: "rescued", operation: null, bytes: 5, mode: 0o100600 },
  { kind: "rescued", operation: 3, bytes: 0, mode: 0o100600, digest: hash },
];

test("every pair of states of a step is read as it was written, and no step of another operation", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  const steps = states.flatMap((from, first) =>
    states.map((to, second) => {
      const path = `a\udcff/${first}-${second}` as RelPath;
      return { path, from, to, temporary: second === 0 ? null : (`${path}.new` as RelPath) };
    }),
  );
  timeline.startOperation(restore, steps.slice(0, 3));
  const id = timeline.startOperation(restore, steps);
  const written = steps.map((step) => ({ ...step, failure: null }));
  assert.deepEqual(timeline.steps(id), written);
  assert.equal(timeline.operation(id)?.files, 36 - 4, "directories do not count");
});

test("what the copies of an operation hold is written with its decision, or not at all", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  const rescued = { kind: "rescued", operation: null, bytes: 5, mode: 0o100600 } as const;
  const to = { kind: "absent" } as const;
  const steps = ["a", "b"].map((path) => {
    return { path: path as RelPath, from: rescued, to, temporary: null };
  });
  const id = timeline.startOperation(restore, steps);
  const told = () => timeline.steps(id).map(({ from }) => from);
  assert.throws(() => timeline.commitOperation(id, new Map([[1, "short" as BlobId]])));
  assert.deepEqual([timeline.operation(id)?.state, told()], ["staging", [rescued, rescued]]);
  timeline.commitOperation(id, new Map([[1, hash]]));
  const second = { ...rescued, digest: hash };
  assert.deepEqual([timeline.operation(id)?.state, told()], ["committed", [rescued, second]]);
});

test("an operation is written with all its steps or not at all", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  const step = { path: "a" as RelPath, from: { kind: "absent" }, temporary: null } as const;
  const to = {
    kind: "recorded",
    hash: "short" as BlobId,
    bytes: 1,
    mode: 1,
    snapshot: null,
  } as const;
  assert.throws(() =>
    timeline.startOperation(restore, [
      { ...step, to: { kind: "directory", mode: 1 } },
      { ...step, to },
    ]),
  );
  assert.deepEqual(timeline.operations(9), []);
  assert.equal(connection.statement("SELECT count(*) FROM steps").get()?.[0], 0);
});

test("more steps come behind those that are there while an operation is staged, all or none", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  const to = { kind: "recorded", hash, bytes: 1, mode: 0o100644, snapshot: null } as const;
  const step = (path: string) => {
    return { path: path as RelPath, from: { kind: "absent" }, to, temporary: null } as const;
  };
  const paths = (from?: number, limit?: number) =>
    timeline.steps(1, from, limit).map(({ path }) => path);
  const id = timeline.startOperation(restore, [step("a"), step("b")]);
  timeline.addSteps(id, [step("c"), step("d")]);
  timeline.addSteps(id, []);
  timeline.addSteps(id, [step("e")]);
  const short = { ...to, hash: "short" as BlobId };
  assert.throws(() => timeline.addSteps(id, [step("f"), { ...step("g"), to: short }]));
  assert.deepEqual(paths(), ["a", "b", "c", "d", "e"]);
  assert.deepEqual([paths(1, 2), paths(4, 9), paths(5, 9)], [["b", "c"], ["e"], []]);
  assert.equal(timeline.operation(id)?.files, 5);
  timeline.commitOperation(id);
  assert.throws(() => timeline.addSteps(id, [step("f")]));
});

test("what an operation wrote is found among the rows since it began, and only there", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  const commit = (operation: number | null) =>
    timeline.commit({
      ...{ inbox: [], restats: [], settlements: [] },
      recordings: [recording("a", { operation })],
    });
  commit(1);
  timeline.startOperation({ ...restore, before: 1 }, []);
  timeline.commitOperation(1);
  timeline.finishOperation(1, { at, state: "done" });
  assert.equal(timeline.operation(1)?.after, 1, "none of its own: where it began");
  timeline.startOperation({ ...restore, before: 1 }, []);
  for (const operation of [2, 2, null]) commit(operation);
  timeline.finishOperation(2, { at, state: "done" });
  assert.equal(timeline.operation(2)?.after, 3);
});

/** The connection, except that its next transaction reports a disk error after it did its work. */
function failOnce(connection: Connection, more: Partial<Connection>): Connection {
  let armed = true;
  const { path } = connection;
  return {
    path,
    askToWrite: () => connection.askToWrite(),
    statement: (sql) => connection.statement(sql),
    wide: (sql) => connection.wide(sql),
    script: (sql) => connection.script(sql),
    pragma: (text) => connection.pragma(text),
    copyTo: (to, pages) => connection.copyTo(to, pages),
    isInPlace: () => connection.isInPlace(),
    identity: () => connection.identity(),
    drop: () => connection.drop(),
    transaction: (kind, work) => {
      const result = connection.transaction(kind, work);
      if (!armed) return result;
      armed = false;
      const code = "SQLITE_IOERR_FSYNC";
      throw asFailure(Object.assign(new Error(code), { code }), path);
    },
    [Symbol.dispose]: () => connection[Symbol.dispose](),
    ...more,
  };
}

test("a decision that reports a disk error is one if a fresh connection finds it and can flush it", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  timeline.startOperation(restore, []);
  const flushed: string[] = [];
  const pragma = (text: string) => {
    flushed.push(text);
    return connection.pragma(text);
  };
  commitOperation(failOnce(connection, { pragma }), 1);
  assert.deepEqual(flushed, ["wal_checkpoint(FULL)"]);
  assert.equal(timeline.operation(1)?.state, "committed");
  timeline.startOperation(restore, []);
  assert.throws(() => commitOperation(failOnce(connection, { pragma: () => 1 }), 2), {
    code: "failed",
  });
});

test("a decision that was rolled back is a failure, and the operation is as it was", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  timeline.startOperation(restore, []);
  const transaction: Connection["transaction"] = (kind, work) =>
    connection.transaction(kind, () => {
      work();
      const code = "SQLITE_IOERR_WRITE";
      throw asFailure(Object.assign(new Error(code), { code }), connection.path);
    });
  assert.throws(() => commitOperation(failOnce(connection, { transaction }), 1), {
    code: "failed",
  });
  assert.equal(timeline.operation(1)?.state, "staging");
});

test("operations and steps with values of another program are damage", () => {
  const time = "2026-01-01T00:00:00.000Z";
  const good = [1, "restore", time, null, "[]", 0, null, "pl-1", null, "staging", 0];
  assert.equal(parseOperation(good).state, "staging");
  const wrong: readonly (readonly [number, unknown])[] = [
    [1, "format"],
    [2, "yesterday"],
    [4, "{}"],
    [4, "[1"],
    [5, -1],
    [6, 0.5],
    [8, "op-1"],
    [9, "running"],
    [10, null],
  ];
  for (const [column, value] of wrong) {
    const row = good.map((cell, index) => (index === column ? value : cell));
    assert.throws(() => parseOperation(row), damaged, `column ${column}: ${value}`);
  }
  const nothing = ["absent", null, null, null, null, null, null];
  const step = ["a", ...nothing, ...nothing, null, null];
  const read: JournalStep = parseStep(step);
  assert.deepEqual(read.from, { kind: "absent" });
  for (const [column, value] of [
    [0, "../a"],
    [1, "link"],
    [8, "recorded"],
    [15, "/etc/passwd"],
    [16, 5],
  ] as const) {
    const row = step.map((cell, index) => (index === column ? value : cell));
    assert.throws(() => parseStep(row), damaged, `column ${column}: ${value}`);
  }
});
