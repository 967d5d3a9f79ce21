import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry, EntryFile } from "../happenings/entry.ts";
import { type LoggedVersion, partFiles, withFiles } from "./entry-files.ts";

const you = { type: "human", name: null } as const;
const pi = { type: "agent", name: "pi" } as const;

function file(path: string): EntryFile {
  return { path, kind: "modify", version: "v9", before: "v8", added: 1, removed: 0 };
}

function entry(more: Partial<Entry>): Entry {
  return {
    ...{ id: "e", kind: "stretch", project: { id: "p-1", root: "/work" }, title: "e" },
    ...{ from: "2026-03-04T14:00:00.000Z", to: "2026-03-04T14:05:00.000Z", author: you },
    ...{ files: 3, added: 1, removed: 0, paths: [file("a")], more_paths: 2 },
    ...more,
  };
}

function version(n: number, path: string, more: Partial<LoggedVersion> = {}): LoggedVersion {
  return {
    ...{ id: `v${n}`, path, kind: "modify", added: n, removed: null, cause: "event" },
    ...{ prev: `v${n - 1}`, operation: null, turn: null, author: you },
    ...more,
  };
}

test("the files that a list leaves out come from what was recorded meanwhile, and others' work does not", () => {
  const logged = [
    version(9, "a"),
    version(8, "theirs", { author: pi, turn: "t-1" }),
    version(7, "b"),
    version(6, "restored", { operation: "op-1" }),
    version(5, "b", { kind: "create", prev: null }),
    version(4, "c", { added: null }),
  ];
  const whole = withFiles(entry({}), { versions: logged, isAll: true });
  assert.deepEqual(whole.paths, [
    file("a"),
    { path: "b", kind: "modify", version: "v7", before: null, added: 12, removed: null },
    { path: "c", kind: "modify", version: "v4", before: "v3", added: null, removed: null },
  ]);
  assert.equal(whole.more_paths, 0);
  const pathsOf = (more: Partial<Entry>) =>
    withFiles(entry({ paths: [], ...more }), { versions: logged, isAll: true }).paths.map(
      ({ path }) => path,
    );
  assert.deepEqual(pathsOf({ kind: "turn", turn: "t-1" }), ["theirs"]);
  assert.deepEqual(pathsOf({ kind: "operation", operation: "op-1" }), ["restored"]);
  assert.deepEqual(pathsOf({ kind: "mass", author: null }), ["a", "b", "c"]);
  const some = { versions: logged, isAll: false };
  assert.equal(
    withFiles(entry({ files: 9 }), some).more_paths,
    6,
    "and what was not read is owned to",
  );
  assert.equal(withFiles(entry({}), some).more_paths, 1, "whatever was counted");
});

test("parts have few files, and names that an address has room for", () => {
  const sizes = (files: readonly EntryFile[]) => partFiles(files).map(({ length }) => length);
  const some = Array.from({ length: 100 }, (_, n) => file(`src/${n}.ts`));
  assert.deepEqual(sizes(some), [40, 40, 20]);
  assert.deepEqual(partFiles(some).flat(), some);
  assert.deepEqual(sizes([]), [0]);
  const long = Array.from({ length: 3 }, (_, n) => file(`${"ü".repeat(1100)}${n}`));
  assert.deepEqual(sizes(long), [1, 1, 1], "each letter takes six");
});
