import assert from "node:assert/strict";
import { test } from "node:test";
import type { MonoMs } from "@unf/core/base";
import { systemClock } from "./clock.ts";

const after = (ms: number) => (systemClock.mono() + ms) as MonoMs;

test("an alarm rings once, never before its time, and at once when that is past", async () => {
  for (const ms of [0.4, 3.3, 20, -5]) {
    const at = after(ms);
    const rang = await new Promise<number>((resolve) => {
      systemClock.alarm(at, () => resolve(systemClock.mono()));
    });
    assert.ok(rang >= at, `${rang} is before ${at}`);
  }
});

test("an alarm whose timer fires too early waits on", async (t) => {
  const { setTimeout: real } = globalThis;
  t.mock.method(globalThis, "setTimeout", (fire: () => void) => real(fire, 0));
  const at = after(20);
  const rang = await new Promise<number>((resolve) => {
    systemClock.alarm(at, () => resolve(systemClock.mono()));
  });
  assert.ok(rang >= at, `${rang} is before ${at}`);
});

test("an alarm that was disposed never rings", async () => {
  let rang = false;
  const alarm = systemClock.alarm(after(5), () => {
    rang = true;
  });
  alarm[Symbol.dispose]();
  alarm[Symbol.dispose]();
  await new Promise<void>((resolve) => systemClock.alarm(after(10), resolve));
  assert.equal(rang, false);
});

test("an alarm farther off than a timer can count does not ring at once", async () => {
  let rang = false;
  using _alarm = systemClock.alarm(after(2 ** 40), () => {
    rang = true;
  });
  await new Promise<void>((resolve) => systemClock.alarm(after(10), resolve));
  assert.equal(rang, false);
});

test("the wall clock counts whole milliseconds, the other one never goes back", () => {
  assert.ok(Number.isInteger(systemClock.wall()));
  let last = systemClock.mono();
  for (let look = 0; look < 1000; look += 1) {
    const now = systemClock.mono();
    assert.ok(now >= last);
    last = now;
  }
});

test("breathing lets timers and other callbacks have their turn", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  while (turns < 3) await systemClock.breathe();
  clearInterval(timer);
});
