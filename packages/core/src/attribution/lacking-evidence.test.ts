import assert from "node:assert/strict";
import { test } from "node:test";
import { type ProcessSight, planLackingEvidence } from "./lacking-evidence.ts";

const all: ProcessSight = {
  ...{ isLinux: true, processes: true, openFiles: true },
  ...{ children: true, bytes: true, others: true },
};
const none: ProcessSight = {
  ...{ isLinux: false, processes: false, openFiles: false },
  ...{ children: false, bytes: false, others: false },
};

const lacks = (sight: Partial<ProcessSight>, from = all) =>
  planLackingEvidence({ ...from, ...sight }).map(({ evidence }) => evidence);

test("each evidence that cannot be had is named once, with why and what follows", () => {
  assert.deepEqual(lacks({}), []);
  assert.deepEqual(lacks({ openFiles: false }), ["writers"]);
  assert.deepEqual(lacks({ bytes: false }), ["bytes", "hookless"]);
  assert.deepEqual(lacks({ others: false }), ["others"]);
  assert.deepEqual(lacks({ children: false, bytes: false }), ["lives", "hookless"]);
  for (const isLinux of [true, false]) {
    const lacking = planLackingEvidence({ ...none, isLinux });
    assert.deepEqual(lacks({ isLinux }, none), ["writers", "lives", "hookless"]);
    assert.deepEqual(
      lacking.map(({ why }) => /\/proc/.test(why)),
      [isLinux, isLinux, isLinux],
    );
    assert.match(lacking[0]?.follows ?? "", /is ambiguous$/);
    assert.match(lacking[2]?.follows ?? "", /without hooks write counts as yours$/);
  }
});
