import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { MonoMs } from "../base/brand.ts";
import {
  type Burst,
  type BurstLimits,
  decideDue,
  missedMs,
  sparesGrowthUntil,
  stepCaptured,
  stepHeld,
  stepSpared,
  stepTouched,
  stepUnstable,
} from "./burst.ts";

const limits: BurstLimits = {
  quietMs: 25,
  waitMsMax: 250,
  hotGapMs: 100,
  hotGapMsMax: 3000,
  stoodMs: 150,
  missedMs: 300,
  settleMs: 3000,
  burstMsMax: 15_000,
  emptyHoldMs: 200,
};

/** Plays touches at the given times as the capture loop would, and returns what happened when. */
function play(
  touches: readonly { at: number; closed: boolean }[],
  untilMs: number,
  isSlowed = false,
): { captures: number[]; settledAt: number[]; missed: number } {
  const captures: number[] = [];
  let missed = 0;
  const settledAt: number[] = [];
  let burst: Burst | undefined;
  let next = 0;
  for (let now = 0; now <= untilMs; now += 1) {
    for (
      let touch = touches[next];
      touch !== undefined && touch.at === now;
      touch = touches[++next]
    ) {
      if (burst !== undefined && missedMs(burst, now as MonoMs, limits) !== undefined) missed += 1;
      burst = stepTouched(burst, { at: now as MonoMs, closed: touch.closed });
    }
    while (burst !== undefined) {
      const due = decideDue(burst, limits, isSlowed);
      if (due.at > now) break;
      if (due.what === "capture") {
        captures.push(now);
        burst = stepCaptured(burst, now as MonoMs);
      } else {
        settledAt.push(now);
        burst = undefined;
      }
    }
  }
  return { captures, settledAt, missed };
}

test("a file that its writer closed is captured at once and settled after 3 s", () => {
  assert.deepEqual(play([{ at: 10, closed: true }], 5000), {
    captures: [10],
    settledAt: [3010],
    missed: 0,
  });
});

test("a file that is still open is captured after 25 ms of quiet", () => {
  assert.deepEqual(
    play(
      [
        { at: 0, closed: false },
        { at: 20, closed: false },
      ],
      100,
    ).captures,
    [45],
  );
});

test("a file written without pause is captured after 250 ms all the same", () => {
  const touches = Array.from({ length: 60 }, (_, i) => ({ at: i * 10, closed: false }));
  assert.equal(play(touches, 300).captures[0], 250);
});

test("the gap between captures of a hot file doubles up to 3 s", () => {
  const touches = Array.from({ length: 1400 }, (_, i) => ({ at: i * 10, closed: true }));
  const { captures } = play(touches, 14_000);
  assert.deepEqual(captures.slice(0, 7), [0, 100, 300, 700, 1500, 3100, 6100]);
});

for (const everyMs of [160, 300, 400, 1000]) {
  test(`every state of a file saved each ${everyMs} ms is captured before the next`, () => {
    const touches = Array.from({ length: 61 }, (_, i) => ({ at: i * everyMs, closed: true }));
    const { captures, missed } = play(touches, 61 * everyMs + 200);
    assert.deepEqual([captures.length, missed], [61, 0]);
    assert.ok(captures.every((at, i) => at - i * everyMs <= 150));
  });
}

test("a path that is slowed is captured at the growing gap, and what stood is missed", () => {
  const touches = Array.from({ length: 36 }, (_, i) => ({ at: i * 400, closed: true }));
  const { captures, missed } = play(touches, 14_399, true);
  assert.deepEqual(captures, [0, 400, 800, 1200, 2000, 3600, 6600, 9600, 12_600]);
  assert.equal(missed, 36 - captures.length - 1, "all but the last, which still stands");
});

test("a writer that never rests hides no state that stood", () => {
  const touches = Array.from({ length: 1400 }, (_, i) => ({ at: i * 10, closed: true }));
  assert.equal(play(touches, 14_000, true).missed, 0);
});

test("what changed while it was read has not stood: the gap grows", () => {
  let burst = stepTouched(undefined, { at: 0 as MonoMs, closed: true });
  const reads: number[] = [];
  for (let now = 0 as MonoMs; now < 9000; now = decideDue(burst, limits).at) {
    reads.push(now);
    burst = stepUnstable(burst, now);
  }
  assert.deepEqual(reads, [0, 100, 300, 700, 1500, 3100, 6100]);
});

test("a file that only grows is recorded at a growing gap of its own, until it is rewritten", () => {
  const at = (ms: number) => ms as MonoMs;
  let burst = stepTouched(undefined, { at: at(0), closed: true });
  assert.equal(sparesGrowthUntil(burst, at(0), limits), undefined, "the first state");
  burst = stepCaptured(burst, at(0));
  for (const ms of [1000, 2000, 3000, 4000]) burst = stepCaptured(burst, at(ms), true);
  assert.equal(sparesGrowthUntil(burst, at(4800), limits), undefined, "after 800 ms");
  burst = stepCaptured(burst, at(5000), true);
  burst = stepTouched(burst, { at: at(6000), closed: true });
  assert.deepEqual(decideDue(burst, limits), { at: 6150, what: "capture" });
  const until = sparesGrowthUntil(burst, at(6150), limits);
  assert.equal(until, 6600);
  burst = stepSpared(burst, at(6600));
  assert.deepEqual(decideDue(burst, limits), { at: 6600, what: "capture" });
  assert.equal(missedMs(burst, at(6500), limits), undefined, "what comes next has it in it");
  burst = stepTouched(burst, { at: at(6400), closed: true });
  assert.deepEqual(decideDue(burst, limits), { at: 6550, what: "capture" }, "it may be another");
  burst = stepCaptured(burst, at(6550), false);
  assert.equal(sparesGrowthUntil(burst, at(6551), limits), undefined, "after a rewrite");
});

test("a file rewritten every second is settled every 15 s, not never", () => {
  const touches = Array.from({ length: 60 }, (_, i) => ({ at: i * 1000, closed: true }));
  const { settledAt } = play(touches, 60_000);
  assert.deepEqual(settledAt.slice(0, 3), [15_000, 31_000, 47_000]);
});

test("a file found empty long after its last touch is given half as long: it was so already", () => {
  const burst = stepTouched(undefined, { at: 0 as MonoMs, closed: true });
  assert.equal(stepHeld(burst, 150 as MonoMs, limits)?.heldUntil, 250);
});

test("a suddenly empty file is looked at again after 200 ms, and accepted then", () => {
  const burst = stepTouched(undefined, { at: 0 as MonoMs, closed: true });
  const held = stepHeld(burst, 0 as MonoMs, limits);
  assert.ok(held !== undefined);
  assert.deepEqual(decideDue(held, limits), { at: 200, what: "capture" });
  assert.equal(stepHeld(held, 200 as MonoMs, limits), undefined);
});

// At any rhythm the last touch is captured, nothing waits longer than the rules allow, and every
// burst closes. `size: "max"`, because short arrays never reach the ceiling.
test("every touch is captured before its burst settles", () => {
  const gaps = fc.array(
    fc.record({ gap: fc.integer({ min: 0, max: 900 }), closed: fc.boolean() }),
    { minLength: 1, maxLength: 40, size: "max" },
  );
  fc.assert(
    fc.property(gaps, (steps) => {
      let at = 0;
      const touches = steps.map(({ gap, closed }) => {
        at += gap;
        return { at, closed };
      });
      const { captures, settledAt } = play(touches, at + 20_000);
      const lastTouch = at;
      const lastCapture = captures.at(-1) ?? -1;
      assert.ok(lastCapture >= lastTouch, `last touch ${lastTouch}, last capture ${lastCapture}`);
      assert.ok((settledAt.at(-1) ?? -1) >= lastCapture);
      assert.ok((settledAt.at(-1) ?? Number.POSITIVE_INFINITY) <= lastTouch + 3000);
    }),
    { numRuns: 60 },
  );
});
