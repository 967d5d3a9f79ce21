import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@unf/core/config";
import type { ConditionNote } from "@unf/core/trouble";
import { FakeClock } from "../../../test/kit/fake-clock.ts";
import { ConditionKeeper } from "./condition-note.ts";
import { SafeMode } from "./safe-mode.ts";

const start = Date.UTC(2026, 0, 1);

function open(isSafe: boolean) {
  const clock = new FakeClock({ start });
  const logged: string[] = [];
  const log = { info: (event: string) => void logged.push(event) };
  return { clock, logged, mode: new SafeMode({ isSafe, clock, log }) };
}

test("safe mode ends once the daemon has run well for as long as crashes take to be forgiven", async () => {
  const { clock, logged, mode } = open(true);
  assert.deepEqual([mode.isOn, mode.since], [true, start]);
  await clock.advance(limits.sentinel.healthyMs - 1);
  assert.equal(mode.isOn, true);
  await clock.advance(1);
  assert.deepEqual([mode.isOn, mode.isOn, mode.since], [false, false, undefined]);
  assert.deepEqual(logged, ["safe_mode.ended"]);
});

test("a daemon that was started to do everything is never in it", async () => {
  const { clock, logged, mode } = open(false);
  await clock.advance(limits.sentinel.healthyMs * 2);
  assert.deepEqual([mode.isOn, logged], [false, []]);
});

test("what is left on disk about safe mode goes with it", async () => {
  const { clock, mode } = open(true);
  const notes: ConditionNote[] = [];
  const keeper = new ConditionKeeper({
    pid: 1,
    now: () => clock.wall(),
    safeSince: () => mode.since,
    write: (note) => notes.push(note) > 0,
  });
  keeper.look([]);
  keeper.look([]);
  await clock.advance(limits.sentinel.healthyMs);
  keeper.look([]);
  assert.deepEqual(
    notes.map(({ safeSince }) => safeSince),
    [start, undefined],
  );
});
