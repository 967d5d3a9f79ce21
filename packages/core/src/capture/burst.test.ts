import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { MonoMs } from "../base/brand.ts";
import {
  type Burst,
  type BurstLimits,
  decideDue,
  stepCaptured,
  stepHeld,
  stepTouched,
} from "./burst.ts";

const limits: BurstLimits = {
  quietMs: 25,
  waitMsMax: 250,
  hotGapMs: 100,
  hotGapMsMax: 3000,
  settleMs: 3000,
  burstMsMax: 15_000,
  emptyHoldMs: 200,
};

/** Plays touches at the given times as the capture loop would, and returns what happened when. */
function play(
  touches: readonly { at: number; closed: boolean }[],
  untilMs: number,
): { captures: number[]; settledAt: number[] } {
  const captures: number[] = [];
  const settledAt: number[] = [];
  let burst: Burst | undefined;
  let next = 0;
  for (let now = 0; now <= untilMs; now += 1) {
    for (
      let touch = touches[next];
      touch !== undefined && touch.at === now;
      touch = touches[++next]
    ) {
      burst = stepTouched(burst, { at: now as MonoMs, closed: touch.closed });
    }
    while (burst !== undefined) {
      const due = decideDue(burst, limits);
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
  return { captures, settledAt };
}

test("a file that its writer closed is captured at once and settled after 3 s", () => {
  assert.deepEqual(play([{ at: 10, closed: true }], 5000), { captures: [10], settledAt: [3010] });
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

test("a file rewritten every second is settled every 15 s, not never", () => {
  const touches = Array.from({ length: 60 }, (_, i) => ({ at: i * 1000, closed: true }));
  const { settledAt } = play(touches, 60_000);
  assert.deepEqual(settledAt.slice(0, 3), [15_000, 31_000, 47_000]);
});

test("a suddenly empty file is looked at again after 200 ms, and accepted then", () => {
  const burst = stepTouched(undefined, { at: 0 as MonoMs, closed: true });
  const held = stepHeld(burst, 0 as MonoMs, limits);
  assert.ok(held !== undefined);
  assert.deepEqual(decideDue(held, limits), { at: 200, what: "capture" });
  assert.equal(stepHeld(held, 200 as MonoMs, limits), undefined);
});

// Whatever the rhythm: the last touch is captured, nothing waits longer than the rules allow, and
// every burst closes. `size: "max"`, because short arrays never reach the ceiling.
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
