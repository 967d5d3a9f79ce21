import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import { followClock } from "./follow-clock.ts";
import type { SessionState } from "./session-state.ts";

const day = 86_400_000;
const state: SessionState = {
  id: "s-1",
  lastAt: (40 * day) as WallMs,
  endedAt: null,
  turn: { startedAt: (39 * day) as WallMs, isOpen: true },
  calls: [],
  done: ["c1"],
  cut: [],
  recent: [],
  nextKey: 2,
};

test("a session follows a clock that is set back, and keeps how long ago everything was", () => {
  const now = (10 * day) as WallMs;
  const moved = followClock(state, now);
  assert.equal(moved.lastAt, now - limits.sessions.lateHookMs);
  assert.equal(moved.lastAt - (moved.turn?.startedAt ?? 0), day);
  assert.equal(followClock(moved, now), moved);
});

test("a clock that goes on, or differs by the slack of two clocks, moves nothing", () => {
  const { clockSlackMs } = limits.sessions;
  assert.equal(followClock(state, (41 * day) as WallMs), state);
  assert.equal(followClock(state, (state.lastAt - clockSlackMs) as WallMs), state);
});

test("a session that ended in what is the future now ended before now", () => {
  const ended = { ...state, endedAt: state.lastAt };
  const moved = followClock(ended, (10 * day) as WallMs);
  assert.equal(moved.endedAt, moved.lastAt);
});
