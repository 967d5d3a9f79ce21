import assert from "node:assert/strict";
import { test } from "node:test";
import { DueRows } from "./due-rows.ts";

test("rows are told of at once, and again until they have settled", () => {
  const due = new DueRows();
  assert.equal(due.hear("p", 0), true);
  assert.equal(due.hear("p", 10), false, "many at once are one word");
  assert.deepEqual(due.look(1000), ["p"]);
  assert.equal(due.hear("p", 3000), false);
  assert.equal(due.hear("q", 3000), true);
  assert.deepEqual(due.look(7000), ["p", "q"]);
  assert.deepEqual(due.look(8001), ["p", "q"], "a last time when all have settled");
  assert.deepEqual(due.look(9000), []);
  assert.equal(due.hear("p", 9500), true);
});

test("a clock that is set back does not tell for ever", () => {
  const due = new DueRows();
  due.hear("p", 1_000_000);
  due.look(0);
  assert.deepEqual(due.look(1000), []);
});
