import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, WallMs } from "@unf/core/base";
import fc from "fast-check";
import { createReader } from "../read/reader.ts";
import { parseGap, parseSnapshot } from "../rows/row.ts";
import { createAt, openScratch, recording } from "../testing/scratch.ts";
import { createWriter } from "../write/writer.ts";
import { parsePath, parseTime } from "./cell.ts";
import { timestampColumn } from "./column.ts";
import type { Row } from "./driver.ts";

const damaged = { code: "store_damaged" };

test("a timestamp column is the ISO form, 24 characters, and reads back as the same millisecond", () => {
  const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: last }), (ms) => {
      const text = timestampColumn(ms as WallMs);
      assert.equal(text, new Date(ms).toISOString());
      assert.equal(parseTime(text), ms);
    }),
  );
  assert.equal(timestampColumn((last + 1) as WallMs), "9999-12-31T23:59:59.999Z");
  assert.equal(timestampColumn(-1 as WallMs), "1970-01-01T00:00:00.000Z");
});

test("what is not a timestamp of that form is damage", () => {
  for (const text of [
    "2026-01-01 00:00:00.000Z",
    "2026-01-01T00:00:00.000",
    "2026-01-01T00:00:00.00xZ",
    "+026-01-01T00:00:00.000Z",
    "2026-01-01T00:00:00.000Zx",
    12,
    null,
  ]) {
    assert.throws(() => parseTime(text), damaged);
  }
});

test("a path that could lead out of the root is damage; dots inside names are not", () => {
  for (const path of [
    "",
    "/a",
    "a/",
    "a//zb",
    ".",
    "..",
    "../x",
    "a/../b",
    "a/./b",
    "a/..",
    "a\0b",
    1,
  ]) {
    assert.throws(() => parsePath(path), damaged, JSON.stringify(path));
  }
  for (const path of [".env", "a/.b", "..a", "a/...", "a..b/c", ".../x", "a//ffb"]) {
    assert.equal(typeof parsePath(path), "string");
  }
  assert.equal(parsePath("a//ffb"), "a\udcffb" as RelPath);
});

const good: Row = [
  ...[1, "a", "a".repeat(64), 3, Date.UTC(2026, 0, 1), 1],
  ...[1, 1, 0, 1, 1, 0o100644, 1, null, null, null],
  ...["codex", 0, "s-7f3a", 12, 7, null, null, null],
];

test("a row with any value that makes no sense is damage", () => {
  assert.equal(parseSnapshot(good).path, "a");
  assert.equal(parseSnapshot(good).author.turn, 12);
  const wrong: readonly (readonly [number, unknown])[] = [
    [0, 0],
    [17, 4],
    [19, 0],
    [19, "12"],
    [20, -1],
    [1, "../a"],
    [2, "A".repeat(64)],
    [2, ""],
    [3, -1],
    [4, "yesterday"],
    [4, -1],
    [5, 4],
    [5, 2],
    [6, "many"],
    [7, null],
    [9, 2],
    [10, 2],
    [11, 0.5],
    [12, 6],
    [12, 0.5],
    [23, 9],
    [14, -3],
    [15, 3],
    [21, 0],
    [21, 4],
  ];
  for (const [column, value] of wrong) {
    const row = good.map((cell, index) => (index === column ? value : cell));
    assert.throws(() => parseSnapshot(row), damaged, `column ${column}: ${value}`);
  }
});

test("a gap with a value of another program is damage", () => {
  const time = "2026-01-01T00:00:00.000Z";
  assert.throws(() => parseGap([1, time, time, "boredom", null, null, null]), damaged);
});

test("an edited file is refused when the row is read, not when the file is opened", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const recordings = [recording("a"), recording("b")];
  createWriter(connection).commit({ inbox: [], recordings, restats: [], settlements: [] });
  connection.script("UPDATE paths SET file_path = '../../etc/passwd' WHERE file_path = 'a'");
  const reader = createReader(connection);
  assert.equal(reader.facts().snapshots, 2);
  const [newest] = reader.find({ within: [], interim: true, order: "newest" });
  assert.equal(newest?.path, "b");
  assert.throws(() => [...reader.find({ within: [], interim: true, order: "newest" })], damaged);
});
