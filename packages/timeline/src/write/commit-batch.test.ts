import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, WallMs } from "@unf/core/base";
import type { Batch, Recording } from "@unf/core/ports";
import type { Connection } from "../file/driver.ts";
import { asFailure } from "../file/failure.ts";
import { createReader } from "../read/reader.ts";
import { createAt, openScratch, recording } from "../testing/scratch.ts";
import { createCommit } from "./commit-batch.ts";

function batchOf(...recordings: readonly Recording[]): Batch {
  return { inbox: [], recordings, restats: [], settlements: [] };
}

/** The connection, except that its next transaction ends as told. */
function failOnce(
  connection: Connection,
  code: string,
  outcome: "committed" | "rolled back",
): Connection & { drops: number } {
  let armed = true;
  const failing: Connection & { drops: number } = {
    drops: 0,
    path: connection.path,
    askToWrite: () => connection.askToWrite(),
    statement: (sql) => connection.statement(sql),
    wide: (sql) => connection.wide(sql),
    script: (sql) => connection.script(sql),
    pragma: (text) => connection.pragma(text),
    copyTo: (to, pages) => connection.copyTo(to, pages),
    isInPlace: () => connection.isInPlace(),
    identity: () => connection.identity(),
    drop: () => {
      failing.drops += 1;
      connection.drop();
    },
    transaction: (kind, work) => {
      if (!armed) return connection.transaction(kind, work);
      armed = false;
      const failure = asFailure(Object.assign(new Error(code), { code }), connection.path);
      if (outcome === "rolled back") {
        return connection.transaction(kind, () => {
          work();
          throw failure;
        });
      }
      connection.transaction(kind, work);
      throw failure;
    },
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
  return failing;
}

test("a commit that reports a disk error but took place is a commit", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const failing = failOnce(connection, "SQLITE_IOERR_FSYNC", "committed");
  const commit = createCommit(failing);
  assert.deepEqual(commit(batchOf(recording("a"), recording("b"))), [1, 2]);
  assert.equal(failing.drops, 1);
  assert.deepEqual(commit(batchOf(recording("a"))), [3]);
  assert.equal(createReader(connection).facts().snapshots, 3);
});

for (const [code, expected] of [
  ["SQLITE_IOERR_WRITE", "failed"],
  ["SQLITE_FULL", "no_space"],
] as const) {
  test(`a commit that fails with ${code} and did not take place is "${expected}"; the next one works`, () => {
    using scratch = openScratch();
    using connection = createAt(scratch.path);
    const failing = failOnce(connection, code, "rolled back");
    const commit = createCommit(failing);
    assert.throws(() => commit(batchOf(recording("a"))), { code: expected });
    assert.equal(failing.drops, 1);
    assert.equal(createReader(connection).facts().snapshots, 0);
    assert.deepEqual(commit(batchOf(recording("a"))), [1]);
  });
}

test("an error that is not the disk's is thrown without closing the connection", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const failing = failOnce(connection, "SQLITE_CONSTRAINT", "rolled back");
  assert.throws(() => createCommit(failing)(batchOf(recording("a"))), {
    code: "SQLITE_CONSTRAINT",
  });
  assert.equal(failing.drops, 0);
});

test("a disk that is really full loses nothing that was committed", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const commit = createCommit(connection);
  commit(batchOf(recording("before")));
  connection.pragma(`max_page_count = ${Number(connection.pragma("page_count")) + 5}`);
  const many = Array.from({ length: 2000 }, (_, i) => recording(`file-${i}`));
  assert.throws(() => commit(batchOf(...many)), { code: "no_space" });
  // The connection was opened afresh, without the limit.
  assert.deepEqual(commit(batchOf(recording("after"))), [2]);
  const paths = [...createReader(connection).find({ within: [], interim: true, order: "oldest" })];
  assert.deepEqual(
    paths.map(({ path }) => path),
    ["before", "after"],
  );
});

test("a clock that went back two seconds or more is noted on the row, less is only corrected", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const commit = createCommit(connection);
  const at = (ms: number) => ({ at: (1_700_000_000_000 + ms) as WallMs });
  commit(batchOf(recording("a", at(10_000)), recording("b", at(8001)), recording("c", at(8000))));
  // A new process starts from what is in the file.
  createCommit(connection)(batchOf(recording("d", at(0)), recording("e", at(10_001))));
  const rows = connection
    .statement("SELECT timestamp, clock_skew_ms FROM snapshots ORDER BY id")
    .all();
  assert.deepEqual(rows, [
    ["2023-11-14T22:13:30.000Z", null],
    ["2023-11-14T22:13:30.000Z", null],
    ["2023-11-14T22:13:30.000Z", 2000],
    ["2023-11-14T22:13:30.000Z", 10_000],
    ["2023-11-14T22:13:30.001Z", null],
  ]);
});

test("a batch is committed whole or not at all", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const commit = createCommit(connection);
  const wrong = recording("wrong", { hash: "short" as BlobId });
  const kept = "b".repeat(64) as BlobId;
  const inbox = [{ hash: kept, bytes: Uint8Array.of(1) }];
  assert.throws(() => commit({ ...batchOf(recording("right"), wrong), inbox }));
  const reader = createReader(connection);
  const { snapshots, files, contentBytes } = reader.facts();
  assert.deepEqual([snapshots, files, contentBytes, reader.inboxed(kept)], [0, 0, 0, undefined]);
});

test("a large batch leaves the cache as small as it was, also when it fails", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const commit = createCommit(connection);
  const many = Array.from({ length: 600 }, (_, i) => recording(`file-${i}`));
  assert.equal(commit(batchOf(...many)).length, 600);
  assert.equal(connection.pragma("cache_size"), -512);
  assert.throws(() => commit(batchOf(...many, recording("wrong", { hash: "short" as BlobId }))));
  assert.equal(connection.pragma("cache_size"), -512);
  assert.equal(createReader(connection).facts().snapshots, 600);
});
