import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { howMany } from "../kit/index.ts";
import { playStory } from "./play.ts";
import { drawStoryOf, stageOf } from "./which.ts";

// Seeded stories over the whole product. `npm run story -- 100 --seed 1` plays any number of them and
// shrinks what fails; UNF_STORIES says how many are played here.

const count = howMany("UNF_STORIES", { short: 15, long: 1000 });
const first = Number(process.env.UNF_STORY_SEED ?? 1);
const seeds = Array.from({ length: count }, (_, index) => first + index);

test("in every story each state can be had again, and nobody loses anything", {
  concurrency: 3,
}, async (context) => {
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
