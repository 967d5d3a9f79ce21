import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { formatUtc, type WallMs } from "@unf/core";
import { until } from "../kit/index.ts";
import { tellStory } from "./story.ts";
import { type PastAct, stoodAt, tellPast } from "./weeks.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Three weeks of work, the oldest first: a file that is written all day, one that comes and goes, one
 * for each day, and around `then` one of each kind that thinning could take for another.
 */
function threeWeeks(now: number, then: number): PastAct[] {
  const acts: PastAct[] = [];
  const act = (at: number, path: string, text?: string) =>
    void acts.push({ at: at as WallMs, path, text: text && `${text}\n` });
  const daily = Math.floor(now / day) * day;
  for (let age = 21; age > 0; age -= 1) {
    const morning = daily - age * day;
    act(morning, `day-${age}`, "new");
    act(morning + minute, `day-${age}`, "done");
    for (let step = 0; step < 24; step += 1) {
      act(morning + step * 20 * minute, "steady", `${age} ${step}`);
      act(
        morning + (step * 20 + 7) * minute,
        "visitor",
        step % 3 < 2 ? `${age} ${step}` : undefined,
      );
    }
  }
  act(then - 20 * minute, "born", "1");
  act(then + 20 * minute, "born", "2");
  act(then - 10 * day, "grown", "1");
  act(then - 15 * minute, "grown", "2");
  act(then - 10 * day, "dying", "1");
  act(then - 10 * minute, "dying", "2");
  act(then + 10 * minute, "dying");
  act(then + 15 * minute, "dying", "3");
  act(then - 25 * minute, "dead", "1");
  act(then - 5 * minute, "dead");
  act(then + 25 * minute, "later", "1");
  return acts.filter(({ at }) => at < now - hour).sort((a, b) => a.at - b.at);
}

test("weeks later, an exact restore deletes nothing that existed then, and all that did not", async () => {
  const now = Date.now();
  // In the middle of an hour, so that what was before and after it lies in one.
  const then = (Math.floor((now - 3 * day) / hour) * hour + 30 * minute) as WallMs;
  const acts = threeWeeks(now, then);
  await using story = await tellStory();
  await story.unf("stop");
  const last = stoodAt(acts, now as WallMs);
  for (const [path, text] of last) writeFileSync(story.at(path), text);
  tellPast(story.home, acts);
  // Not before: what has been done once is done again a day later.
  await story.unf("config", "set", "housekeeping.idle", "1s");
  const recorded = (await story.log()).length;
  await story.unf("start");
  const note = join(story.home.unfHome, "run/housekeeping.json");
  await until(
    "the daemon thinned by itself",
    () => existsSync(note) && Boolean(JSON.parse(readFileSync(note, "utf8")).jobs?.decay),
    { limitMs: 120_000 },
  );
  const left = await story.log();
  assert.ok(left.length < recorded, `${left.length} of ${recorded} versions are left`);

  const restored = await story.tryUnf(["restore", "--exact", "--at", formatUtc(then), "--yes"]);
  assert.equal(restored.code, 8, restored.stdout + restored.stderr);
  const stood = stoodAt(acts, then);
  assert.ok(stood.has("born") && stood.has("dying") && !stood.has("dead") && !stood.has("later"));
  for (const path of new Set([...last.keys(), ...stood.keys()])) {
    const found = existsSync(story.at(path)) ? readFileSync(story.at(path), "utf8") : undefined;
    const wanted = [stood.get(path)];
    // Of what is no longer kept the file of now stays.
    if (wanted[0] !== undefined) wanted.push(last.get(path));
    assert.ok(wanted.includes(found), `${path} is ${found}, not ${wanted.join(" or ")}`);
    if (found !== wanted[0])
      assert.match(restored.stdout + restored.stderr, new RegExp(`\\b${path}\\b`));
  }
  assert.deepEqual(
    ["dead", "later", "day-2"].filter((path) => existsSync(story.at(path))),
    [],
  );
  assert.equal((await story.tryUnf(["cat", "born", "--at", formatUtc(then)])).code, 7);
});
