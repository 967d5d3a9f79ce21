import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RelPath } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";
import fc from "fast-check";
import { HintOutbox } from "./hint-outbox.ts";

const touched = (path: string, closed = false): Hint => ({
  kind: "touched",
  path: path as RelPath,
  closed,
});
const gone = (path: string): Hint => ({ kind: "gone", path: path as RelPath });
const overflow = (proven: boolean): Hint => ({ kind: "overflow", proven });

function outbox() {
  const batches: (readonly Hint[])[] = [];
  return { batches, box: new HintOutbox((hints) => batches.push(hints)) };
}

test("everything added in one turn comes in one batch, in order, and never at once", async () => {
  const { batches, box } = outbox();
  box.add(touched("b"));
  box.add(gone("a"));
  assert.deepEqual(batches, []);
  await nextTurn();
  box.add(touched("b"));
  await nextTurn();
  assert.deepEqual(batches, [[touched("b"), gone("a")], [touched("b")]]);
});

test("a closed touch wins over an open one, and takes its place", async () => {
  const { batches, box } = outbox();
  for (const hint of [touched("a"), touched("b"), touched("a", true), touched("a")]) box.add(hint);
  await nextTurn();
  assert.deepEqual(batches, [[touched("a", true), touched("b")]]);
});

test("another kind of hint for the same path keeps its place between two of a kind", async () => {
  const { batches, box } = outbox();
  for (const hint of [touched("a", true), gone("a"), touched("a"), touched("a")]) box.add(hint);
  await nextTurn();
  assert.deepEqual(batches, [[touched("a", true), gone("a"), touched("a")]]);
});

test("overflows of one batch are one, proven when one of them is", async () => {
  const { batches, box } = outbox();
  for (const hint of [overflow(false), touched("a"), overflow(true), overflow(false)])
    box.add(hint);
  await nextTurn();
  assert.deepEqual(batches, [[overflow(true), touched("a")]]);
});

test("an ended outbox delivers what it has and takes nothing more; a closed one delivers nothing", async () => {
  const ended = outbox();
  ended.box.add(gone("a"));
  ended.box.end();
  ended.box.add(gone("b"));
  const closed = outbox();
  closed.box.add(gone("a"));
  closed.box.close();
  await nextTurn();
  assert.deepEqual(ended.batches, [[gone("a")]]);
  assert.deepEqual(closed.batches, []);
});

test("a callback after delivery comes after the batch, with or without one", async () => {
  const { batches, box } = outbox();
  const seen: number[] = [];
  box.afterDelivery(() => seen.push(batches.length));
  await nextTurn();
  box.add(gone("a"));
  box.afterDelivery(() => seen.push(batches.length));
  await nextTurn();
  assert.deepEqual(seen, [0, 1]);
});

test("no path loses its last word, and no closed write its mark, whatever is collapsed", async () => {
  const hint = fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom("touched", "closed", "gone"));
  await fc.assert(
    fc.asyncProperty(fc.array(hint, { maxLength: 12 }), async (added) => {
      const { batches, box } = outbox();
      for (const [path, kind] of added) {
        box.add(kind === "gone" ? gone(path) : touched(path, kind === "closed"));
      }
      await nextTurn();
      for (const path of ["a", "b"]) {
        const last = added.findLast(([of]) => of === path)?.[1];
        const said = batches.flat().findLast((each) => "path" in each && each.path === path);
        assert.equal(said?.kind, last === "closed" ? "touched" : last);
        if (last === "closed") assert.ok(said?.kind === "touched" && said.closed);
      }
    }),
    { numRuns: 200 },
  );
});
