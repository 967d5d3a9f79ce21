import assert from "node:assert/strict";
import { test } from "node:test";
import { Thrift } from "./thrift.ts";

test("memory is given back once after each stretch of work, a minute later", () => {
  let times = 0;
  const thrift = new Thrift(() => {
    times += 1;
  });
  const look = (...calms: readonly boolean[]) => {
    for (const isCalm of calms) thrift.look(isCalm);
    return times;
  };
  assert.equal(look(true, true, true), 0);
  assert.equal(look(false, true, true, true), 0);
  assert.equal(look(true), 1);
  assert.equal(look(true, true, true, true, true), 1);
  assert.equal(look(false, true, true, true, true), 2);
});
