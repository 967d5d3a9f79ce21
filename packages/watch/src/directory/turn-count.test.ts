import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { TurnCount } from "./turn-count.ts";

test("4,096 callbacks in one turn are suspicious, once; spread over two turns they are not", async () => {
  let suspicions = 0;
  const count = new TurnCount(() => {
    suspicions += 1;
  });
  for (let n = 0; n < 4095; n += 1) count.add();
  await nextTurn();
  for (let n = 0; n < 4095; n += 1) count.add();
  assert.equal(suspicions, 0);
  for (let n = 0; n < 5000; n += 1) count.add();
  assert.equal(suspicions, 1);
});
