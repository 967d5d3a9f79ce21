// npm run story -- 100 [--seed 1] [--stage engine|program]
//
// Plays so many stories, from this seed on, and prints which act came how often after which. A story
// that fails is shrunk, told, and named by the one command that plays it again (`--only`).

import process from "node:process";
import { parseArgs } from "node:util";
import { Matrix } from "./matrix.ts";
import { type Failure, playStory, type Story } from "./play.ts";
import { shrink } from "./shrink.ts";
import type { StageName } from "./stage/stage.ts";
import { drawStoryOf } from "./which.ts";

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: "string", default: "1" },
      stage: { type: "string" },
      only: { type: "string" },
    },
  });
  const [count, first] = [Number(positionals[0] ?? 15), Number(values.seed)];
  const stage = values.stage;
  const isStage = stage === undefined || stage === "engine" || stage === "program";
  if (!Number.isInteger(count) || !Number.isInteger(first) || !isStage) {
    console.error("npm run story -- <count> [--seed <number>] [--stage engine|program]");
    process.exitCode = 2;
    return;
  }
  const matrix = new Matrix();
  const started = performance.now();
  let failed = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const story = drawPart(seed, stage, values.only);
    matrix.count(story);
    const failure = await playStory(story);
    if (failure === undefined) continue;
    failed += 1;
    const isWhole = values.only === undefined;
    console.log(tell(isWhole ? await shrink(story, failure, playStory) : { story, failure }));
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  if (values.only === undefined) console.log(matrix.render());
  console.log(`${count} stories from seed ${first}, ${failed} failed, ${seconds} s`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** `only`: the numbers of the acts that are played, with commas. */
function drawPart(seed: number, stage: StageName | undefined, only: string | undefined): Story {
  const story = drawStoryOf(seed, stage);
  const wanted = only?.split(",").map(Number);
  const acts = story.acts.filter(({ index }) => wanted?.includes(index) !== false);
  return { ...story, acts };
}

function tell({ story, failure }: { story: Story; failure: Failure }): string {
  const only = story.acts.map(({ index }) => index).join(",");
  const command = `npm run story -- 1 --seed ${story.seed} --stage ${story.stage} --only ${only}`;
  return [`\nseed ${story.seed} fails: ${failure.why}`, ...failure.told, command, ""].join("\n");
}

await main();
