import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "../config/limits.ts";
import type { PackFacts } from "../ports/object-store.ts";
import { isWorthPacking, planMerge } from "./plan-packs.ts";

const pack = (name: string, bytes: number, entries = 1): PackFacts => ({
  name,
  bytes,
  entries,
  contentBytes: bytes,
});

test("many objects or many bytes are worth a pack, a few small ones are not", () => {
  assert.equal(isWorthPacking({ objects: 99, bytes: 2 ** 20 - 1 }, limits.pack), false);
  assert.equal(isWorthPacking({ objects: 100, bytes: 0 }, limits.pack), true);
  assert.equal(isWorthPacking({ objects: 1, bytes: 2 ** 20 }, limits.pack), true);
});

test("small packs are merged when there are enough, and only as many as make a full one", () => {
  const { bytesMax, entriesMax } = limits.pack;
  const three = [pack("a", 3), pack("b", 2), pack("c", 1)];
  assert.deepEqual(planMerge(three, limits.pack), []);
  const full = pack("full", bytesMax / 4);
  assert.deepEqual(planMerge([...three, full], limits.pack), []);
  assert.deepEqual(planMerge([...three, full, pack("d", 6)], limits.pack), ["c", "b", "a", "d"]);
  const tiers = [...three, pack("d", 6), pack("e", 13)];
  assert.deepEqual(
    planMerge(tiers, limits.pack),
    ["c", "b", "a", "d"],
    "e is more than the others",
  );
  assert.equal(planMerge([...tiers, pack("f", 1)], limits.pack).length, 6);
  const many = Array.from({ length: 6 }, (_, at) => pack(`${at}`, bytesMax / 4 - 1));
  assert.equal(planMerge(many, limits.pack).length, 4);
  const long = Array.from({ length: 6 }, (_, at) => pack(`${at}`, 9, entriesMax / 5));
  assert.equal(planMerge(long, limits.pack).length, 5);
});
