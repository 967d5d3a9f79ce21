import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "../base/brand.ts";
import { directoryKey, extensionKey, groupUsage } from "./group-usage.ts";

const file = (path: string, bytes: number, versions = 1) => ({
  path: path as RelPath,
  bytes,
  versions,
});

test("directories are named to the depth that is asked for, and a file of the root is the root's", () => {
  const keys = (depth: number) =>
    ["a.ts", "src/b.ts", "src/lib/c.ts", "src/lib/deep/d.ts"].map((path) =>
      directoryKey(file(path, 1), depth),
    );
  assert.deepEqual(keys(1), ["./", "src/", "src/", "src/"]);
  assert.deepEqual(keys(2), ["./", "src/", "src/lib/", "src/lib/"]);
});

test("an extension is what follows the last dot of a name that has more than that", () => {
  const paths = ["a.TS", "b/c.test.ts", "Makefile", ".profile", "odd.", "x.d/name"];
  assert.deepEqual(
    paths.map((path) => extensionKey(file(path, 1))),
    [".ts", ".ts", "(none)", "(none)", "(none)", "(none)"],
  );
});

test("groups add up to all, the largest first", () => {
  const rows = [file("a/1", 5, 2), file("b/1", 7), file("a/2", 3), file("c/1", 7, 4)];
  assert.deepEqual(
    groupUsage(rows, (row) => directoryKey(row, 1)),
    [
      { key: "a/", bytes: 8, versions: 3 },
      { key: "c/", bytes: 7, versions: 4 },
      { key: "b/", bytes: 7, versions: 1 },
    ],
  );
});
