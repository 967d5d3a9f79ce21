import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@unf/core/config";
import { Lineage } from "./lineage.ts";

test("of what comes and goes at the end, what is left is as it was", () => {
  const lineage = new Lineage();
  const model: Uint8Array[] = [];
  let state = 7;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
  for (let step = 0; step < 400; step += 1) {
    const left = below(3) === 0 ? below(model.length + 1) : model.length;
    model.splice(left);
    lineage.cut(left);
    assert.deepEqual(lineage.newest, model.at(-1));
    // One content takes more than a chain as a rule.
    const length = step === 250 ? limits.pack.pathBytesMax + step : below(2000);
    const bytes = new Uint8Array(length).fill(below(256));
    lineage.add({ offset: step, bytes: length }, bytes);
    model.push(bytes.slice());
    bytes.fill(0);
  }
  for (let left = model.length; left > 0; left -= 1) {
    lineage.cut(left);
    assert.deepEqual(lineage.newest, model[left - 1]);
  }
  lineage.cut(0);
  assert.equal(lineage.newest, undefined);
});
