import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type BlobId, type RelPath, type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import type { Timeline, TimelineReader } from "@unf/core/ports";
import type { Connection } from "./file/driver.ts";
import { connectWriter } from "./open/connect.ts";
import { convertTimeline } from "./open/convert.ts";
import { openTimeline } from "./open/open.ts";
import { always, identity, openScratch, recording } from "./testing/scratch.ts";

const refused = { name: "UnfError", code: "lock_lost" };

/** A permit that can be taken away. */
class Permit {
  asked = 0;
  isGone = false;

  readonly ask = (): void => {
    this.asked += 1;
    if (this.isGone) throw new UnfError("lock_lost", "gone");
  };
}

const at = 1_760_000_000_000 as WallMs;
const hash = "ab".repeat(32) as BlobId;

type Writing = Exclude<keyof Timeline, keyof TimelineReader>;
/** The members of a writer that a reader lacks and that change nothing: they only ask. */
type Asking = "unsettledTails" | "unrecordableHeads" | "inboxHashes" | "isInPlace" | "reopen";

/**
 * Every method that writes, called with something to do. A new one is missing here and does not
 * compile; that it asks takes no doing, which is what this test shows.
 */
const writes: { readonly [M in Exclude<Writing, Asking>]: (timeline: Timeline) => unknown } = {
  commit: (timeline) =>
    timeline.commit({
      inbox: [{ hash, bytes: Buffer.from("x") }],
      recordings: [],
      restats: [],
      settlements: [],
    }),
  openGap: (timeline) => timeline.openGap({ from: at, to: at, reason: "overflow" }),
  extendGap: (timeline) => timeline.extendGap(1, at),
  closeGap: (timeline) => timeline.closeGap(1, { at, pathsDiffered: 0 }),
  noteMissed: (timeline) =>
    timeline.noteMissed([{ gap: undefined, path: "a" as RelPath, from: at, to: at, states: 1 }]),
  markBurst: (timeline) => timeline.markBurst({ before: 0, from: at, to: at }),
  extendBurst: (timeline) => timeline.extendBurst(1, at),
  startOperation: (timeline) =>
    timeline.startOperation(
      { kind: "restore", startedAt: at, argv: [], before: 0, plan: "pl-1", inverts: null },
      [],
    ),
  addSteps: (timeline) => timeline.addSteps(1, []),
  commitOperation: (timeline) => timeline.commitOperation(1),
  finishOperation: (timeline) => timeline.finishOperation(1, { at, state: "done" }),
  openSession: (timeline) =>
    timeline.openSession({
      ...{ id: "s-1", agent: "codex", agentSession: "x", cwd: null, parent: null },
      ...{ label: null, startedAt: at },
    }),
  endSession: (timeline) => timeline.endSession("s-1", { at, by: "session_end" }),
  setFork: (timeline) => timeline.setFork("s-1", { parent: "s-0" }),
  reopenSession: (timeline) => timeline.reopenSession("s-1", at),
  beginHandover: (timeline) =>
    timeline.beginHandover({ path: "a" as RelPath, project: identity.project, from: at }),
  endHandover: (timeline) => timeline.endHandover(1, at),
  nameTurn: (timeline) => timeline.nameTurn(1, "p-1"),
  openTurn: (timeline) =>
    timeline.openTurn({ session: "s-1", label: "", prompt: null, before: 0, startedAt: at }),
  endTurn: (timeline) => timeline.endTurn(1, { at, by: "stop", after: 0 }),
  openToolCall: (timeline) =>
    timeline.openToolCall({
      ...{ session: "s-1", turn: null, agentCall: null, tool: "Bash" },
      ...{ reach: { kind: "shell", command: "true" }, startedAt: at, endedAt: null },
    }),
  endToolCall: (timeline) => timeline.endToolCall(1, { at }),
  addCheckpoint: (timeline) =>
    timeline.addCheckpoint({
      ...{
        label: null,
        message: null,
        at,
        snapshot: 0 as const,
        files: 0,
        payload: null,
        pinned: false,
      },
    }),
  deleteCheckpoint: (timeline) => timeline.deleteCheckpoint(1),
  pinCheckpoint: (timeline) => timeline.pinCheckpoint(1, true),
  setMeta: (timeline) => timeline.setMeta("key", "value"),
  deleteSnapshots: (timeline) =>
    timeline.deleteSnapshots({ ids: [1 as SnapshotId], at, cause: "asked", argv: [] }),
  bringBack: (timeline) => timeline.bringBack(1, [1 as SnapshotId]),
  dropPruned: (timeline) => timeline.dropPruned(),
  dropJournal: (timeline) => timeline.dropJournal(1),
  startAt: (timeline) => timeline.startAt({ at }, []),
  deleteTraces: (timeline) => timeline.deleteTraces(() => true),
  dropEmptyDirectories: (timeline) => timeline.dropEmptyDirectories(),
  settleReleased: (timeline) => timeline.settleReleased(),
  addForgettings: (timeline) =>
    timeline.addForgettings([
      { kind: "path", pattern: "a", upTo: 0, hashes: [], at, lasting: true },
    ]),
  finishForgetting: (timeline) => timeline.finishForgetting(1, 0),
  endForgetting: (timeline) => timeline.endForgetting(1),
  scrub: (timeline) => timeline.scrub([Buffer.from("a needle of some length")]),
  compact: (timeline) => timeline.compact(),
  dropFromInbox: (timeline) => timeline.dropFromInbox([hash]),
  outline: (timeline) => timeline.outline(),
  relax: (timeline) => timeline.relax(),
};

/** The bytes of the directory's files. The index of a log is no part of what was written. */
function bytesOf(directory: string): string {
  const hashed = readdirSync(directory)
    .filter((name) => !name.endsWith("-shm"))
    .sort()
    .map(
      (name) =>
        `${name} ${createHash("sha256")
          .update(readFileSync(join(directory, name)))
          .digest("hex")}`,
    );
  return hashed.join("\n");
}

for (const [name, write] of Object.entries(writes)) {
  test(`${name} is refused once the permit is gone, and leaves every byte as it was`, () => {
    using scratch = openScratch();
    const permit = new Permit();
    using timeline = openTimeline(scratch.path, permit.ask, { create: identity });
    timeline.commit({
      inbox: [{ hash: "aa".repeat(32) as BlobId, bytes: Buffer.from("a") }],
      recordings: [recording("a.txt"), recording("a.txt")],
      ...{ restats: [], settlements: [] },
    });
    timeline.markBurst({ before: 0, from: at, to: at });
    timeline.deleteSnapshots({ ids: [1 as SnapshotId], at, cause: "asked", argv: [] });
    const before = bytesOf(scratch.directory);
    permit.isGone = true;
    assert.throws(() => write(timeline), refused);
    assert.equal(bytesOf(scratch.directory), before);
    assert.equal(timeline.facts().lastId, 2, "it can still be read");
  });
}

test("no statement, script or pragma that changes a file gets past the permit, whatever it is", () => {
  using scratch = openScratch();
  openTimeline(scratch.path, always, { create: identity })[Symbol.dispose]();
  const permit = new Permit();
  using connection = connectWriter(scratch.path, permit.ask);
  connection.statement("INSERT INTO meta (key, value) VALUES ('k', 'v')").run();
  permit.isGone = true;
  const before = bytesOf(scratch.directory);
  for (const sql of [
    "INSERT INTO meta (key, value) VALUES ('x', 'y')",
    "INSERT INTO meta (key, value) VALUES ('x', 'y') RETURNING key",
    "WITH one AS (SELECT 'k' AS key) UPDATE meta SET value = 'w' WHERE key IN (SELECT key FROM one)",
    "DELETE FROM meta",
    "CREATE TABLE stray (a)",
    "DROP TABLE inbox",
    "PRAGMA user_version = 99",
    "PRAGMA wal_checkpoint(TRUNCATE)",
    "PRAGMA incremental_vacuum(10)",
    "PRAGMA journal_mode = DELETE",
    "BEGIN IMMEDIATE",
    "BEGIN EXCLUSIVE",
    "REINDEX",
    "VACUUM",
    `VACUUM INTO '${scratch.path}.copy'`,
    `ATTACH '${scratch.path}.other' AS other`,
  ]) {
    assert.throws(() => connection.script(sql), refused, `script: ${sql}`);
    const pragma = /^PRAGMA (.*)/.exec(sql)?.[1];
    if (pragma !== undefined) assert.throws(() => connection.pragma(pragma), refused, sql);
    else if (!sql.startsWith("ATTACH")) assert.throws(() => run(connection, sql), refused, sql);
  }
  assert.equal(bytesOf(scratch.directory), before);
  assert.equal(connection.pragma("user_version") === 99, false);
});

/** With rows or without, as the statement has it. */
function run(connection: Connection, sql: string): void {
  const statement = connection.statement(sql);
  if (sql.includes("RETURNING")) statement.all();
  else statement.run();
}

test("a permit that goes while a transaction runs takes all of it back", () => {
  using scratch = openScratch();
  openTimeline(scratch.path, always, { create: identity })[Symbol.dispose]();
  const permit = new Permit();
  using connection = connectWriter(scratch.path, permit.ask);
  const insert = () =>
    connection.statement("INSERT INTO meta (key, value) VALUES ('k', 'v')").run();
  const cut = () =>
    connection.transaction("IMMEDIATE", () => {
      insert();
      permit.isGone = true;
    });
  assert.throws(cut, refused);
  assert.equal(connection.statement("SELECT 1 FROM meta WHERE key = 'k'").get(), undefined);
  permit.isGone = false;
  const asked = permit.asked;
  connection.transaction("IMMEDIATE", () => {
    for (let n = 0; n < 3; n += 1) connection.statement("DELETE FROM meta WHERE key = 'k'").run();
    insert();
  });
  assert.equal(permit.asked - asked, 2, "at its beginning and before its end");
});

test("a file is neither made, converted nor opened for writing without a permit", () => {
  using scratch = openScratch();
  const permit = new Permit();
  permit.isGone = true;
  assert.throws(() => openTimeline(scratch.path, permit.ask, { create: identity }), refused);
  assert.deepEqual(readdirSync(scratch.directory), []);
  openTimeline(scratch.path, always, { create: identity })[Symbol.dispose]();
  using old = connectWriter(scratch.path, always);
  old.pragma("user_version = 5");
  const before = bytesOf(scratch.directory);
  assert.throws(() => convertTimeline(scratch.path, permit.ask), refused);
  assert.throws(() => openTimeline(scratch.path, permit.ask), refused);
  assert.equal(bytesOf(scratch.directory), before);
});
