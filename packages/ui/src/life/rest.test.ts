import assert from "node:assert/strict";
import { test } from "node:test";
import { Rest } from "./rest.ts";

test("there is a rest once after something was asked, and none before", () => {
  const rest = new Rest();
  assert.deepEqual([rest.look(), rest.look()], [false, false], "nothing was asked");
  rest.see();
  assert.equal(rest.look(), false, "it may have been a moment ago");
  rest.see();
  assert.equal(rest.look(), false);
  assert.deepEqual([rest.look(), rest.look(), rest.look()], [true, false, false]);
});
