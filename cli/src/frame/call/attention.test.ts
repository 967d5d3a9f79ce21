import assert from "node:assert/strict";
import { test } from "node:test";
import type { World } from "../world/world.ts";
import { attended } from "./attention.ts";

test("where a command begins to hear signals itself there is no moment in which nobody does", async () => {
  let hearing = 0;
  const counts: number[] = [];
  const count = (by: number) => {
    hearing += by;
    counts.push(hearing);
  };
  const nothing = { [Symbol.dispose]: () => undefined };
  const world = {
    ...{ servesAgent: false, env: {}, now: () => Date.now(), stderr: { write: () => undefined } },
    every: (_: number, ring: () => void) => {
      setImmediate(ring);
      return nothing;
    },
    onEndAsked: () => {
      count(1);
      return { [Symbol.dispose]: () => count(-1) };
    },
  } as unknown as World;
  const terminal = { mayAnimate: false } as never;
  await attended(undefined, { world, terminal }, async (_, seen) => {
    await new Promise(setImmediate);
    using _own = seen.onEndAsked(() => undefined);
    assert.deepEqual(counts, [1, 2, 1]);
  });
  assert.equal(hearing, 0);
});
