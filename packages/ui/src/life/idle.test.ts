import assert from "node:assert/strict";
import { test } from "node:test";
import { Idle } from "./idle.ts";

test("the server ends so long after the last page was closed, and not while one listens", () => {
  const idle = new Idle(100, 0);
  assert.equal(idle.look(0, 99), false);
  assert.equal(idle.look(0, 100), true, "no page was opened at all");
  assert.equal(idle.look(1, 1000), false, "a page listens");
  assert.equal(idle.look(0, 1099), false);
  idle.see(1099);
  assert.equal(idle.look(0, 1198), false, "one that does not listen has asked");
  assert.equal(idle.look(0, 1199), true);
});

test("a clock that is set back begins the wait anew", () => {
  const idle = new Idle(100, 1_000_000);
  assert.equal(idle.look(0, 50), false);
  assert.equal(idle.look(0, 150), true);
});
