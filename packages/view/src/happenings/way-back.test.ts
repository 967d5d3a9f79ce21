import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "./entry.ts";
import { canTakeBack, wayBack } from "./way-back.ts";

const edits: Entry = {
  id: "stretch-p-1-v6",
  kind: "stretch",
  project: { id: "p-1", root: "/work" },
  from: "1970-01-01T00:00:05.000Z",
  to: "1970-01-01T00:00:06.000Z",
  author: { type: "human", name: null },
  title: "a",
  files: 1,
  added: 2,
  removed: 1,
  paths: [{ path: "a", kind: "modify", version: "v6", before: "v5", added: 2, removed: 1 }],
};

test("a turn is taken back by an oops, an operation by an undo, and edits by what was there before", () => {
  assert.deepEqual(wayBack({ ...edits, turn: "t-1" }), { order: "oops", turn: "t-1" });
  assert.deepEqual(wayBack({ ...edits, operation: "op-2" }), { order: "undo", operation: "op-2" });
  assert.deepEqual(wayBack(edits), {
    order: "restore",
    paths: ["a"],
    at: "1970-01-01T00:00:04.999Z",
  });
  const cut = wayBack({ ...edits, more_paths: 1 });
  assert.deepEqual(cut.order === "restore" ? cut.paths : cut, [], "not some of them");
  assert.ok(canTakeBack(edits));
  for (const kind of ["gap", "checkpoint", "baseline"] as const)
    assert.ok(!canTakeBack({ ...edits, kind }));
  assert.ok(!canTakeBack({ ...edits, taken_back_by: "op-1" }));
});
