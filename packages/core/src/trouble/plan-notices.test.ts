import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, MonoMs, ProjectId, WallMs } from "../base/brand.ts";
import { freshSupervision, type SupervisionAction } from "../intent/supervision.ts";
import { type NoticeFacts, planNotices, planWait } from "./plan-notices.ts";

const id = "1".repeat(16) as ProjectId;
const project = { id, root: "/src/shop" as AbsPath, addedAt: 0 as WallMs, options: {} };
const intent = { generation: 1, running: true, projects: [project] };
const healthy: SupervisionAction = { kind: "none", reason: "healthy" };
const now = 1_000_000 as MonoMs;
const waiting = (ms: number, reason: "back_off" | "starting" = "back_off"): SupervisionAction => ({
  ...{ kind: "wait", reason, until: (now + ms) as MonoMs },
});
const crashed = { ...freshSupervision, crashes: [now, now, now], safe: false };
const well: NoticeFacts = { state: crashed, action: healthy, now, intent, condition: undefined };

function keys(more: Partial<NoticeFacts>): readonly string[] {
  return planNotices({ ...well, ...more }).map(({ key }) => key);
}

test("nobody is called for a daemon that is well, or back in a moment", () => {
  assert.deepEqual(keys({}), []);
  assert.deepEqual(keys({ action: waiting(8000) }), []);
  assert.deepEqual(keys({ action: waiting(60_000, "starting") }), []);
});

test("a long wait after crashes is one event with the safe mode that follows", () => {
  const [notice] = planNotices({ ...well, action: waiting(60_000) });
  assert.match(notice?.text ?? "", /crashed 3 times/);
  assert.deepEqual(keys({ action: waiting(60_000) }), ["crashes"]);
  assert.deepEqual(keys({ state: { ...crashed, safe: true } }), ["crashes"]);
});

test("a project that is left out is named with the way back, before and after the intent says so", () => {
  const start = { kind: "start", safe: false, quarantine: [id], reason: "wanted" } as const;
  const [notice] = planNotices({ ...well, action: start });
  assert.match(notice?.text ?? "", /\/src\/shop crashed.*unf watch \/src\/shop/);
  const quarantined = { since: 0 as WallMs, reason: "three times" };
  const marked = { ...intent, projects: [{ ...project, quarantined }] };
  assert.deepEqual(keys({ intent: marked }), [notice?.key]);
});

test("a project whose store cannot be written is named, one that only sweeps record is not", () => {
  const noted = (state: "stopped" | "sweeps") => ({
    ...{ pid: 7, safeSince: undefined },
    projects: [{ id, state, since: undefined, why: "the disk is full" }],
  });
  assert.deepEqual(keys({ condition: noted("stopped") }), [`stopped ${id}`]);
  assert.deepEqual(keys({ condition: noted("sweeps") }), []);
});

test("what commands are told of a wait is by the wall clock", () => {
  const wall = 5_000_000 as WallMs;
  assert.deepEqual(planWait(crashed, waiting(60_000), { now, wall }), {
    crashes: 3,
    until: wall + 60_000,
  });
  assert.equal(planWait(crashed, healthy, { now, wall }), undefined);
  assert.equal(planWait(crashed, waiting(60_000, "starting"), { now, wall }), undefined);
});
