import assert from "node:assert/strict";
import { test } from "node:test";
import type { MonoMs } from "../base/brand.ts";
import { CpuShare } from "./cpu-share.ts";
import { type PaceLimits, PathCosts } from "./path-costs.ts";

const limits: PaceLimits = {
  windowMs: 60_000,
  slotMs: 5000,
  bytesPerSecondMax: 1_000_000,
  cpuShareMax: 0.5,
  cpuWindowMs: 10_000,
  pathsMax: 3,
};
const at = (ms: number) => ms as MonoMs;

test("a path is too much from 60 MB within a minute on, alone, and no longer than that", () => {
  const costs = new PathCosts(limits);
  for (let second = 0; second < 30; second += 1) {
    assert.equal(costs.isTooMuch("a", at(second * 1000), false), false, `after ${second} s`);
    costs.note("a", at(second * 1000), { bytes: 2_000_000, ms: 1 });
    costs.note("b", at(second * 1000), { bytes: 900_000, ms: 1 });
  }
  assert.equal(costs.isTooMuch("a", at(30_000), false), true);
  assert.equal(costs.isTooMuch("b", at(30_000), false), false);
  assert.equal(costs.isTooMuch("a", at(66_000), false), false);
});

test("less than 1 MB a second is never too much, however long it goes on", () => {
  const costs = new PathCosts(limits);
  for (let ms = 0; ms < 300_000; ms += 400) {
    assert.equal(costs.isTooMuch("a", at(ms), false), false, `after ${ms} ms`);
    costs.note("a", at(ms), { bytes: 399_000, ms: 1 });
  }
});

test("while the program is busy, a path may take its part of the time and no more", () => {
  const costs = new PathCosts(limits);
  costs.note("a", at(0), { bytes: 1, ms: 15_001 });
  costs.note("b", at(0), { bytes: 1, ms: 15_000 });
  const slowed = (busy: boolean) =>
    ["a", "b", "c"].map((path) => costs.isTooMuch(path, at(1), busy));
  assert.deepEqual(slowed(true), [true, false, false]);
  assert.deepEqual(slowed(false), [false, false, false]);
});

test("no more paths are remembered than allowed, and none for longer than a minute", () => {
  const costs = new PathCosts(limits);
  for (let n = 0; n < 10; n += 1) costs.note(`f${n}`, at(n), { bytes: 1e9, ms: 0 });
  assert.equal(costs.size, 3);
  assert.deepEqual(
    [costs.isTooMuch("f6", at(10), false), costs.isTooMuch("f7", at(10), false)],
    [false, true],
  );
  costs.note("late", at(70_000), { bytes: 1, ms: 0 });
  assert.equal(costs.size, 1);
});

test("the share of a core is that of the last ten seconds", () => {
  const cpu = new CpuShare(10_000);
  assert.equal(cpu.share, 0);
  cpu.note(at(0), 500);
  assert.equal(cpu.share, 0);
  for (let second = 1; second <= 100; second += 1) cpu.note(at(second * 1000), 500);
  assert.equal(cpu.share, 0);
  for (let second = 101; second <= 105; second += 1) {
    cpu.note(at(second * 1000), 500 + (second - 100) * 1000);
  }
  assert.equal(cpu.share, 0.5);
});
