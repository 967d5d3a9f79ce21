import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { howMany } from "../kit/index.ts";
import { hasOwnMounts, whyNoMounts, withOwnMounts } from "../kit/own-mounts.ts";
import { Matrix } from "./matrix.ts";
import { playStory } from "./play.ts";
import { drawStoryOf, stageOf } from "./which.ts";

// Seeded stories over the whole product. `npm run story -- 100 --seed 1` plays any number of them and
// shrinks what fails; UNF_STORIES says how many are played here.

const count = howMany("UNF_STORIES", { short: 8, long: 1000 });
const first = Number(process.env.UNF_STORY_SEED ?? 1);
const seeds = Array.from({ length: count }, (_, index) => first + index);

function register(): void {
  test("in every story each state can be had again, and nobody loses anything", {
    concurrency: 3,
  }, async (context) => {
    if (!hasOwnMounts()) context.diagnostic(`no full or read-only disks: ${whyNoMounts()}`);
    const played = seeds.map((seed) =>
      context.test(`seed ${seed}, ${stageOf(seed)}`, async () => {
        const failure = await playStory(drawStoryOf(seed));
        const command = `npm run story -- 1 --seed ${seed}`;
        if (failure === undefined) return;
        assert.fail([failure.why, ...failure.told, `shrink it with: ${command}`].join("\n"));
      }),
    );
    await Promise.all(played);
  });
}

if (whyNoMounts() === false) withOwnMounts(import.meta.filename, register);
else register();

test("in a thousand stories every kind of act comes after every other", () => {
  const matrix = new Matrix();
  for (let seed = 1; seed <= 1000; seed += 1) matrix.count(drawStoryOf(seed));
  assert.deepEqual(matrix.missing(), []);
});
