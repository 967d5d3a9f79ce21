import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../happenings/entry.ts";
import { neighboursOf } from "./neighbours.ts";

const entry = (id: string, to: string, files = 1): Entry => ({
  id,
  kind: "turn",
  project: { id: "p-1", root: "/work" },
  ...{ from: to, to, author: null, title: id, files, added: null, removed: null, paths: [] },
});
const entries = [entry("c", "4"), entry("gap", "3", 0), entry("b", "2"), entry("a", "1")];

const around = (at: string | null) => {
  const { earlier, last, later } = neighboursOf(entries, at);
  return [earlier?.id, last?.id, later?.id];
};

test("an instant lies between two happenings, and on one it is the state that this left", () => {
  assert.deepEqual(around("3"), ["a", "b", "c"]);
  assert.deepEqual(around("2"), ["a", "b", "c"]);
  assert.deepEqual(around("0"), [undefined, undefined, "a"]);
  assert.deepEqual(around("9"), ["b", "c", undefined]);
});

test("now is the state that the newest one left, and the step back is to the one before", () => {
  assert.deepEqual(around(null), ["b", "c", undefined]);
  assert.deepEqual(neighboursOf([], null), {
    earlier: undefined,
    later: undefined,
    last: undefined,
  });
});
