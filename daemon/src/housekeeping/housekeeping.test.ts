import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Log } from "@unf/core/ports";
import { FakeClock } from "../../../test/kit/fake-clock.ts";
import { Housekeeping, type HousekeepingJob } from "./housekeeping.ts";

const { everyMs, retryMs, noteMs, patienceMs } = limits.housekeeping;

/** A housekeeping whose jobs note when they ran. */
function open(jobs: readonly (Partial<HousekeepingJob> & { readonly name: string })[]) {
  const clock = new FakeClock({ start: Date.UTC(2026, 0, 1) });
  const ran: string[] = [];
  const logged: string[] = [];
  const state = { isQuiet: true, notes: 0, runs: new Map<string, WallMs>() };
  const note = (event: string) => void logged.push(event);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const house = new Housekeeping(
    {
      ...{ clock, log, isQuiet: () => state.isQuiet, onWorked: () => undefined },
      readRuns: () => state.runs,
      writeRuns: (runs) => {
        state.runs = new Map(runs);
        state.notes += 1;
      },
    },
    jobs.map((job) => ({
      everyMs,
      run: async () => void ran.push(job.name),
      ...job,
    })),
  );
  const look = async () => {
    house.look();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, ran, logged, state, house, look };
}

test("jobs run one after the other, once in their time", async () => {
  const { clock, ran, look } = open([{ name: "decay" }, { name: "pack", everyMs: 2 * everyMs }]);
  await look();
  await look();
  assert.deepEqual(ran, ["decay", "pack"]);
  clock.stall(everyMs);
  await look();
  assert.deepEqual(ran, ["decay", "pack", "decay"]);
});

test("nothing runs while something is recorded", async () => {
  const { ran, state, look } = open([{ name: "decay" }]);
  state.isQuiet = false;
  await look();
  assert.deepEqual(ran, []);
});

test("where it is never silent a job runs after an hour if it was never done, else a turn later", async () => {
  const { clock, ran, state, look } = open([{ name: "decay" }, { name: "pack" }]);
  state.isQuiet = false;
  state.runs.set("decay", clock.wall());
  await look();
  clock.stall(patienceMs - 1);
  await look();
  assert.deepEqual(ran, []);
  clock.stall(1);
  await look();
  assert.deepEqual(ran, ["pack"]);
  clock.stall(2 * everyMs - patienceMs - 1);
  await look();
  assert.deepEqual(ran, ["pack"]);
  clock.stall(1);
  await look();
  assert.deepEqual(ran, ["pack", "decay"]);
});

test("what is noted is noted anew every hour, also while nothing runs", async () => {
  const { clock, state, look } = open([{ name: "decay" }]);
  const last = clock.wall();
  state.isQuiet = false;
  state.runs.set("decay", last);
  await look();
  assert.equal(state.notes, 0);
  clock.stall(noteMs);
  await look();
  await look();
  assert.equal(state.notes, 1);
  assert.deepEqual([...state.runs], [["decay", last]]);
});

test("a run that an earlier daemon noted counts, unless it lies in the future", async () => {
  const { clock, ran, state, look } = open([{ name: "decay" }, { name: "pack" }]);
  state.runs.set("decay", (clock.wall() - 1) as WallMs).set("pack", (clock.wall() + 1) as WallMs);
  await look();
  assert.deepEqual(ran, ["pack"]);
});

test("a job that fails keeps no other from its turn, and is tried again later", async () => {
  const ran: string[] = [];
  const fail = async () => {
    ran.push("decay");
    throw new Error("no");
  };
  const pack = { name: "pack", run: async () => void ran.push("pack") };
  const { clock, logged, look } = open([{ name: "decay", run: fail }, pack]);
  await look();
  await look();
  assert.deepEqual(ran, ["decay", "pack"]);
  assert.ok(logged.includes("housekeeping.failed"));
  clock.stall(retryMs);
  await look();
  assert.deepEqual(ran, ["decay", "pack", "decay"]);
});

test("an ending daemon waits no longer than to the next breath of a job, which is not done then", async () => {
  let breaths = 0;
  const run = async (breathe: () => Promise<void>) => {
    for (;;) {
      await breathe();
      breaths += 1;
    }
  };
  const { house, state } = open([{ name: "decay", run }]);
  house.look();
  await new Promise((resolve) => setImmediate(resolve));
  await house.close();
  assert.ok(breaths < 100);
  assert.equal(state.runs.size, 0);
});
