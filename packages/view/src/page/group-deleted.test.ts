import assert from "node:assert/strict";
import { test } from "node:test";
import { groupDeleted } from "./group-deleted.ts";

const start = Date.UTC(2026, 2, 4);
const file = (path: string, seconds: number) => ({
  path,
  deleted_at: new Date(start - seconds * 1000).toISOString(),
});
const told = (files: Parameters<typeof groupDeleted>[0]) =>
  groupDeleted(files).map((group) => [group.directory, group.files.length]);

test("a directory that went is one group, named by what its files have in common", () => {
  const files = [file("src/a/x", 0), file("src/a/b/y", 1), file("src/a/b/z", 2)];
  assert.deepEqual(told(files), [["src/a/", 3]]);
  assert.deepEqual(told([...files, file("top", 2), file("src/c", 60)]), [
    ["src/a/", 3],
    ["", 1],
    ["", 1],
  ]);
});

test("two files, other moments and other places are told one by one, and files of the root together", () => {
  assert.deepEqual(told([file("src/a", 0), file("src/b", 0)]), [
    ["", 1],
    ["", 1],
  ]);
  assert.equal(told([file("a/1", 0), file("a/2", 5), file("a/3", 10)]).length, 3);
  assert.equal(told([file("a/1", 0), file("b/2", 0), file("c/3", 0)]).length, 3);
  assert.deepEqual(told([file("1", 0), file("2", 0), file("3", 0)]), [["", 3]]);
  assert.deepEqual(told([]), []);
});

test("names that begin alike are not one directory", () => {
  const files = [file("src/ab/1", 0), file("src/a/2", 0), file("src/abc/3", 0)];
  assert.deepEqual(told(files), [["src/", 3]]);
});
