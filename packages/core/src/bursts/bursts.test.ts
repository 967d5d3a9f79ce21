import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { MonoMs, SnapshotId, WallMs } from "../base/brand.ts";
import { decideLapse } from "./lapse.ts";
import { Parting } from "./parting.ts";
import { decideSweepAt } from "./sweep-pace.ts";
import { type Touch, TouchWindow } from "./touch-window.ts";
import { decideDeletions, massVanishMax } from "./vanish.ts";

const limits = {
  pathsMin: 20,
  windowMs: 1000,
  pauseMs: 250,
  partPathsMin: 4,
  resumeMs: 3000,
  partMs: 500,
  quietMs: 250,
  sweepEveryMs: 1000,
};

function touch(at: number): Touch {
  return { at: at as MonoMs, wall: (at + 5) as WallMs, before: at as SnapshotId };
}

/** Notes touches in order and gives when the mass change was noticed, and when it began. */
function play(touches: readonly { readonly path: string; readonly at: number }[]) {
  const window = new TouchWindow(limits);
  for (const { path, at } of touches) {
    const first = window.note(path, touch(at));
    if (first !== undefined) return { noticed: at, began: first.at as number };
  }
  return undefined;
}

function many(count: number, from: number, stepMs: number, prefix = "f") {
  return Array.from({ length: count }, (_, n) => ({
    path: `${prefix}${n}`,
    at: from + n * stepMs,
  }));
}

test("as many distinct paths within a second are a mass change, one fewer or slower are none", () => {
  assert.deepEqual(play(many(20, 0, 40)), { noticed: 760, began: 0 });
  assert.equal(play(many(19, 0, 40)), undefined);
  assert.equal(play(many(200, 0, 53)), undefined);
});

test("many touches of few paths are none, however many", () => {
  const hot = Array.from({ length: 5000 }, (_, n) => ({ path: `f${n % 19}`, at: n }));
  assert.equal(play(hot), undefined);
});

test("a save before a pause is left out, a part of the change before a pause is not", () => {
  const saved = [{ path: "saved", at: 0 }];
  assert.equal(play([...saved, ...many(20, 260, 2)])?.began, 260);
  assert.equal(play([...saved, ...many(20, 240, 2)])?.began, 0);
  assert.equal(play([...many(4, 0, 1, "g"), ...many(20, 300, 2)])?.began, 0);
  assert.equal(play([...saved, ...many(5, 300, 1, "g"), ...many(20, 600, 2)])?.began, 300);
});

test("a file hot for longer than a second does not begin it, touched again and again it begins once", () => {
  const hot = Array.from({ length: 50 }, (_, n) => ({ path: "hot", at: n * 100 }));
  assert.equal(play([...hot, ...many(20, 4901, 2)])?.began, 4901);
  // Unlinked, created and closed: the first of the three counts.
  const thrice = many(20, 0, 10).flatMap(({ path, at }) =>
    [0, 3, 6].map((d) => ({ path, at: at + d })),
  );
  assert.equal(play(thrice)?.began, 0);
});

// At any rhythm it is noticed exactly when the last second holds enough distinct paths, and what it
// begins with is one of the touches of that second.
test("it is noticed at the touch that makes it one, and begins within the second", () => {
  const steps = fc.array(fc.record({ gap: fc.nat(90), path: fc.nat(40) }), {
    minLength: 10,
    maxLength: 120,
    size: "max",
  });
  fc.assert(
    fc.property(steps, (drawn) => {
      let at = 0;
      const touches = drawn.map(({ gap, path }) => {
        at += gap;
        return { path: `${path}`, at };
      });
      const isMass = (index: number) => {
        const now = touches[index]?.at ?? 0;
        const recent = touches.slice(0, index + 1).filter((one) => now - one.at < 1000);
        return new Set(recent.map(({ path }) => path)).size >= limits.pathsMin;
      };
      const first = touches.findIndex((_, index) => isMass(index));
      const found = play(touches);
      assert.equal(found?.noticed, touches[first]?.at);
      if (found === undefined) return;
      assert.ok(found.noticed - found.began < limits.windowMs);
      assert.ok(touches.some((one) => one.at === found.began));
    }),
    { numRuns: 300 },
  );
});

test("a few paths with silence on both sides part what follows, many or a stall do not", () => {
  const isParted = (...touches: readonly (readonly [string, number])[]) => {
    const parting = new Parting(0 as MonoMs, limits);
    return touches.map(([path, at]) => parting.note(path, at as MonoMs)).at(-1);
  };
  assert.equal(isParted(["a", 500], ["b", 1000]), true);
  assert.equal(isParted(["a", 500], ["a", 900], ["b", 1400]), true);
  assert.equal(isParted(["a", 499], ["b", 999]), false, "the end of the mass change");
  assert.equal(isParted(["a", 500], ["b", 999]), false, "no silence yet");
  const many = ["a", "b", "c", "d"].map((path) => [path, 600] as const);
  assert.equal(isParted(...many, ["e", 1100]), false, "as many are a part of it");
});

test("a mass change is swept when quiet, each second while it goes on, and for half of the time at most", () => {
  const at = (ms: number) => ms as MonoMs;
  const waiting = { firstAt: at(100), lastAt: at(100), before: undefined };
  assert.equal(decideSweepAt(waiting, undefined), 130);
  assert.equal(decideSweepAt(waiting, limits), 350);
  assert.equal(decideSweepAt({ ...waiting, lastAt: at(1000) }, limits), 1100);
  const before = { endedAt: at(90), tookMs: 3000 };
  assert.equal(decideSweepAt({ ...waiting, before }, limits), 3090);
  assert.equal(decideSweepAt({ ...waiting, before }, undefined), 130);
});

test("missing files are believed at once by whoever waits or was told, else after a while", () => {
  const vanish = { pathsMin: 100, share: 0.3, waitMs: 10_000 };
  assert.equal(massVanishMax(200, vanish), 100);
  assert.equal(massVanishMax(1000, vanish), 300);
  const facts = {
    isBarrier: false,
    wasReported: false,
    missingSince: undefined,
    now: 50_000 as MonoMs,
  };
  const decide = (more: object) => decideDeletions({ ...facts, ...more }, vanish);
  assert.equal(decide({}), "hold");
  assert.equal(decide({ isBarrier: true }), "record");
  assert.equal(decide({ wasReported: true }), "record");
  assert.equal(decide({ missingSince: 40_001 }), "hold");
  assert.equal(decide({ missingSince: 40_000 }), "record");
});

test("two clocks tell a stall from a jump, a sleep and a clock set back", () => {
  const lapse = { beatMs: 1000, lateMs: 3000, jumpMs: 5000 };
  const reading = (wall: number, mono: number) => ({ wall: wall as WallMs, mono: mono as MonoMs });
  const after = (wallMs: number, monoMs: number) =>
    decideLapse(reading(100_000, 7000), reading(100_000 + wallMs, 7000 + monoMs), lapse);
  assert.equal(after(1000, 1000), undefined);
  assert.equal(after(4000, 4000), undefined);
  assert.deepEqual(after(4001, 4001), { reason: "daemon_away", from: 100_000, to: 104_001 });
  assert.equal(after(6000, 1000), undefined);
  assert.deepEqual(after(6001, 1000), { reason: "clock_jump", from: 100_000, to: 106_001 });
  assert.deepEqual(after(-4001, 1000), { reason: "clock_jump", from: 95_999, to: 100_000 });
  // Stopped and set at once: one span.
  assert.equal(after(60_000, 20_000)?.reason, "clock_jump");
});
