import assert from "node:assert/strict";
import {
  closeSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { openTimeline, openTimelineReader } from "../open/open.ts";
import { createReader } from "../read/reader.ts";
import { always, createAt, identity, openScratch, recording } from "../testing/scratch.ts";
import { createWriter } from "../write/writer.ts";
import { createConnection } from "./driver.ts";
import { createSchema, migrate, schemaVersion } from "./schema.ts";

const bare = (path: string) => createConnection({ path, mayWrite: always, onOpen: () => {} });

test("a missing timeline is not found, and asking for it creates nothing", () => {
  using scratch = openScratch();
  assert.throws(() => openTimelineReader(scratch.path), { code: "not_found" });
  assert.throws(() => openTimeline(scratch.path, always), { code: "not_found" });
  const below = join(scratch.directory, "none/timeline.db") as AbsPath;
  assert.throws(() => openTimelineReader(below), { code: "not_found" });
  assert.throws(() => openTimeline(below, always, { create: identity }), { code: "failed" });
  assert.deepEqual(readdirSync(scratch.directory), []);
});

test("a creation that was cut short is taken up again, with vacuum on", () => {
  using scratch = openScratch();
  for (const content of ["", "half a page"]) {
    writeFileSync(`${scratch.path}.new`, content);
    assert.throws(() => openTimeline(scratch.path, always), { code: "not_found" });
    openTimeline(scratch.path, always, { create: identity })[Symbol.dispose]();
    {
      using reader = openTimelineReader(scratch.path);
      assert.equal(reader.meta("project"), identity.project);
      using check = bare(scratch.path);
      assert.equal(check.pragma("auto_vacuum"), 2);
    }
    assert.ok(readdirSync(scratch.directory).every((name) => !name.includes(".new")));
    rmSync(scratch.path);
  }
});

test("an empty file where a timeline was is damage, never a new timeline", () => {
  using scratch = openScratch();
  writeFileSync(scratch.path, "");
  assert.throws(() => openTimeline(scratch.path, always, { create: identity }), {
    code: "store_damaged",
  });
  assert.throws(() => openTimelineReader(scratch.path), { code: "store_damaged" });
  assert.equal(statSync(scratch.path).size, 0);
});

test("a schema whose creation fails leaves an empty file", () => {
  using scratch = openScratch();
  writeFileSync(scratch.path, "");
  using connection = bare(scratch.path);
  assert.throws(() =>
    createSchema(connection, () => {
      throw new Error("cut");
    }),
  );
  assert.equal(connection.statement("SELECT count(*) FROM sqlite_schema").get()?.[0], 0);
  assert.equal(connection.pragma("user_version"), 0);
});

test("a database of another program is refused and not touched", () => {
  using scratch = openScratch();
  writeFileSync(scratch.path, "");
  {
    using other = bare(scratch.path);
    other.script("CREATE TABLE theirs (x); PRAGMA user_version = 7");
  }
  for (const open of [
    () => openTimeline(scratch.path, always),
    () => openTimeline(scratch.path, always, { create: identity }),
    () => openTimelineReader(scratch.path),
  ]) {
    assert.throws(open, { code: "store_damaged" });
  }
  using other = bare(scratch.path);
  assert.equal(other.pragma("journal_mode"), "delete");
});

test("a timeline of a newer program is refused by writer and reader", () => {
  using scratch = openScratch();
  {
    using connection = createAt(scratch.path);
    connection.pragma(`user_version = ${schemaVersion + 1}`);
  }
  assert.throws(() => openTimeline(scratch.path, always), { code: "newer_store" });
  assert.throws(() => openTimelineReader(scratch.path), { code: "newer_store" });
});

test("a reader refuses an older format, a writer brings it up to date", () => {
  using scratch = openScratch();
  {
    using connection = createAt(scratch.path);
    connection.pragma("user_version = 0");
    migrate(connection, [
      { to: 1, sql: "CREATE TABLE one (x)" },
      { to: 2, sql: "CREATE TABLE two (x)" },
    ]);
    assert.equal(connection.pragma("user_version"), 2);
    migrate(connection, [{ to: 2, sql: "CREATE TABLE two (x)" }]);
    connection.pragma("user_version = 0");
  }
  assert.throws(() => openTimelineReader(scratch.path), { code: "failed" });
});

test("migrations are all done or none is", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  assert.throws(() =>
    migrate(connection, [
      { to: schemaVersion + 1, sql: "CREATE TABLE two (x)" },
      { to: schemaVersion + 2, sql: "CREATE TABLE three (x); nonsense" },
    ]),
  );
  assert.equal(connection.pragma("user_version"), schemaVersion);
  const two = connection.statement("SELECT 1 FROM sqlite_schema WHERE name = 'two'").get();
  assert.equal(two, undefined);
});

test("what is no database, and a database with holes, is damaged, and the message names the file", () => {
  using scratch = openScratch();
  writeFileSync(scratch.path, "this is no database, but it is long enough to look at".repeat(100));
  const damaged = { code: "store_damaged", message: new RegExp(scratch.path) };
  assert.throws(() => openTimelineReader(scratch.path), damaged);
  assert.throws(() => openTimeline(scratch.path, always, { create: identity }), damaged);
});

test("a page that was overwritten is found when it is read", () => {
  using scratch = openScratch();
  {
    using connection = createAt(scratch.path);
    const recordings = Array.from({ length: 500 }, (_, i) => recording(`file-${i}`));
    createWriter(connection).commit({ inbox: [], recordings, restats: [], settlements: [] });
  }
  const file = openSync(scratch.path, "r+");
  const junk = Buffer.alloc(4096, 0xa5);
  for (let page = 20; page < 60; page += 1) writeSync(file, junk, 0, junk.length, page * 4096);
  closeSync(file);
  using connection = createConnection({
    path: scratch.path,
    mayWrite: undefined,
    onOpen: () => {},
  });
  const reader = createReader(connection);
  assert.throws(() => [...reader.find({ within: [], interim: true, order: "newest" })], {
    code: "store_damaged",
  });
});
