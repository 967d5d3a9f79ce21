import assert from "node:assert/strict";
import { test } from "node:test";
import { isLongForm } from "../kit/index.ts";
import { type Mutant, mutants } from "./mutants.ts";
import { drawStory, playStory } from "./play.ts";

// A story that finds nothing proves nothing: each kind of fault must be caught within 50 of them. The
// short form plays only those whose story is known, of which the first to be tried is the one.

const storiesMax = 50;
const isLong = isLongForm("UNF_STORY_MUTANTS");

test("every planted fault is caught within 50 stories", { concurrency: 3 }, async (context) => {
  const chosen = isLong ? mutants : mutants.filter(({ seed }) => seed !== undefined);
  const played = chosen.map((mutant) =>
    context.test(mutant.name, async (one) => {
      const seed = await seedThatCatches(mutant);
      assert.notEqual(seed, undefined, "nobody noticed");
      one.diagnostic(`caught by seed ${seed}`);
    }),
  );
  await Promise.all(played);
});

async function seedThatCatches(mutant: Mutant): Promise<number | undefined> {
  const first = isLong ? 1 : (mutant.seed ?? 1);
  for (let seed = first; seed < first + storiesMax; seed += 1) {
    const failure = await playStory(drawStory(seed, "engine", 25, mutant.acts), mutant);
    if (failure !== undefined) return seed;
  }
  return undefined;
}
