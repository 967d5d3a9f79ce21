import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId } from "../base/brand.ts";
import {
  type DiskState,
  planRestore,
  type RestoreFacts,
  type RestoreRequest,
  type WantedFile,
} from "./plan.ts";

const request: RestoreRequest = {
  target: { id: 9 as SnapshotId },
  within: [],
  include: [],
  exclude: [],
  deletions: "keep",
  overwrite: "if-changed",
};

function hash(letter: string): BlobId {
  return letter.repeat(64) as BlobId;
}

function wanted(path: string, letter: string, mode = 0o100644): WantedFile {
  return { path: path as RelPath, snapshot: 1 as SnapshotId, hash: hash(letter), mode, bytes: 3 };
}

function onDisk(letter: string, more: { mode?: number; recorded?: boolean } = {}): DiskState {
  const snapshot = more.recorded === false ? null : (2 as SnapshotId);
  return { kind: "file", hash: hash(letter), mode: more.mode ?? 0o100644, snapshot };
}

function facts(disk: Record<string, DiskState>, given: Partial<RestoreFacts>): RestoreFacts {
  return {
    wanted: [],
    newer: [],
    disk: (path) => disk[path] ?? { kind: "absent" },
    isReachable: () => true,
    isKept: () => true,
    digest: (text) => {
      let sum = 7;
      for (const char of text) sum = (sum * 31 + char.charCodeAt(0)) >>> 0;
      return sum.toString(16).padStart(8, "0");
    },
    ...given,
  };
}

test("the plan of a tree that is as wanted is empty", () => {
  const plan = planRestore(request, facts({ a: onDisk("a") }, { wanted: [wanted("a", "a")] }));
  assert.deepEqual(plan.actions, []);
  assert.equal(plan.unchanged, 1);
});

test("a changed file is written, a missing one comes back, a changed mode is a chmod", () => {
  const disk = { a: onDisk("b"), c: onDisk("c", { mode: 0o100755 }) };
  const plan = planRestore(
    request,
    facts(disk, { wanted: [wanted("a", "a"), wanted("b", "b"), wanted("c", "c")] }),
  );
  assert.deepEqual(
    plan.actions.map(({ kind, path }) => [kind, path]),
    [
      ["write", "a"],
      ["write", "b"],
      ["chmod", "c"],
    ],
  );
});

test("a newer file is kept unless deletions are asked for", () => {
  const given = facts({ n: onDisk("n") }, { newer: ["n" as RelPath] });
  assert.equal(planRestore(request, given).actions[0]?.kind, "kept_newer");
  assert.equal(planRestore({ ...request, deletions: "remove" }, given).actions[0]?.kind, "delete");
});

test("what the timeline cannot give back is never deleted", () => {
  const given = facts({ n: onDisk("n", { recorded: false }) }, { newer: ["n" as RelPath] });
  assert.equal(
    planRestore({ ...request, deletions: "remove" }, given).actions[0]?.kind,
    "kept_newer",
  );
});

test("with overwrite never an existing file is left alone", () => {
  const given = facts({ a: onDisk("b") }, { wanted: [wanted("a", "a"), wanted("new", "a")] });
  const plan = planRestore({ ...request, overwrite: "never" }, given);
  assert.deepEqual(
    plan.actions.map(({ kind }) => kind),
    ["kept_changed", "write"],
  );
});

test("what stands in the way or is lost is refused by name", () => {
  const disk: Record<string, DiskState> = { d: { kind: "directory" }, p: { kind: "special" } };
  const rows = [wanted("d", "a"), wanted("lost", "f"), wanted("p", "a"), wanted("x/y", "a")];
  const plan = planRestore(
    request,
    facts(disk, {
      wanted: rows,
      isKept: (h) => h !== hash("f"),
      isReachable: (path) => path !== "x/y",
    }),
  );
  assert.deepEqual(
    plan.actions.map((action) => (action.kind === "refused" ? action.why : action.kind)),
    [
      "directory_in_the_way",
      "content_lost",
      "special_file_in_the_way",
      "parent_is_not_a_directory",
    ],
  );
});

test("rows that would escape the project or plant a hook are refused", () => {
  const evil = [
    "../x",
    "/etc/x",
    "a/../../x",
    "a//b",
    ".git/hooks/x",
    ".GIT/x",
    ".git ./x",
    "GIT~1/x",
    ".g\u200cit/x",
    "a\0b",
    ".git::$INDEX_ALLOCATION/x",
  ];
  for (const path of evil) {
    const plan = planRestore(request, facts({}, { wanted: [wanted(path, "a")] }));
    const [action] = plan.actions;
    assert.equal(
      action?.kind === "refused" ? action.why : action?.kind,
      "unsafe_path",
      JSON.stringify(path),
    );
  }
  const fine = [".gitignore", "src/.github/x", "git", "a.git", "~1"];
  for (const path of fine)
    assert.equal(
      planRestore(request, facts({}, { wanted: [wanted(path, "a")] })).actions[0]?.kind,
      "write",
    );
});

test("equal plans have equal ids, and any change on disk changes the id", () => {
  const files = { wanted: [wanted("a", "a")] };
  const one = planRestore(request, facts({ a: onDisk("b") }, files)).id;
  assert.equal(planRestore(request, facts({ a: onDisk("b", { recorded: false }) }, files)).id, one);
  assert.notEqual(planRestore(request, facts({ a: onDisk("c") }, files)).id, one);
  assert.notEqual(
    planRestore(request, facts({ a: onDisk("b", { mode: 0o100755 }) }, files)).id,
    one,
  );
  assert.notEqual(
    planRestore({ ...request, deletions: "remove" }, facts({ a: onDisk("b") }, files)).id,
    one,
  );
});
