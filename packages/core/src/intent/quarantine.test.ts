import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, ProjectId, WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import { addProject, emptyIntent, type Intent, quarantineProject } from "./intent.ts";
import { parseIntent, renderIntent } from "./intent-file.ts";
import { reviewQuarantines, sayQuarantine } from "./quarantine.ts";

const { trialMs, trialMsMax } = limits.sentinel;
const id = "3c1e5a0f9b7d2468" as ProjectId;
const shop = { id, root: "/shop" as AbsPath, addedAt: 1 as WallMs, options: {} };
const reason = "it crashed the daemon three times";

const leftOut = (intent: Intent, since: number) =>
  quarantineProject(intent, id, { since: since as WallMs, reason });
const review = (intent: Intent, now: number) => reviewQuarantines(intent, now as WallMs);

test("a project in quarantine is tried again, each time after twice as long, a day at most", () => {
  let now = 1_000_000;
  let intent = addProject(emptyIntent, shop);
  const waits: number[] = [];
  for (let trial = 0; trial < 12; trial += 1) {
    intent = leftOut(intent, now);
    const from = now;
    while (intent.projects[0]?.quarantined !== undefined) {
      now += trialMs;
      intent = review(intent, now);
    }
    waits.push((now - from) / trialMs);
    assert.equal(intent.projects[0]?.trial?.count, trial + 1);
    // The next daemon knows only the file on disk.
    const read = parseIntent(renderIntent(intent));
    assert.deepEqual(read.kind === "ok" ? read.intent : read, intent);
  }
  assert.deepEqual(waits.slice(0, 5), [1, 2, 4, 8, 16]);
  assert.equal(waits.at(-1), trialMsMax / trialMs);
});

test("a trial that went well for as long as the project was left out is forgotten", () => {
  const out = leftOut(addProject(emptyIntent, shop), 0);
  assert.equal(review(out, trialMs - 1), out);
  const tried = review(out, trialMs);
  assert.equal(review(tried, 2 * trialMs - 1), tried);
  const well = review(tried, 2 * trialMs);
  assert.deepEqual(well.projects, [shop]);
  assert.equal(well.generation, tried.generation + 1);
});

test("a clock that was set back holds nothing up for long, and a person begins anew", () => {
  const out = leftOut(addProject(emptyIntent, shop), 10 * trialMs);
  assert.notEqual(review(out, 0), out);
  const again = leftOut(review(out, 20 * trialMs), 20 * trialMs);
  assert.deepEqual(addProject(again, shop).projects, [shop]);
});

test("why it is left out says until when", () => {
  const [project] = leftOut(addProject(emptyIntent, shop), 0).projects;
  assert.ok(project !== undefined);
  assert.equal(sayQuarantine(project), `${reason}; it is tried again at 1970-01-01T00:10:00.000Z`);
});
