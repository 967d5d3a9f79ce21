// npm run story -- 100 [--seed 1] [--stage engine|program] [--draw]
//
// Plays so many stories, from this seed on, and prints which act came how often after which. A story
// that fails is shrunk, told, and named by the one command that plays it again (`--only`); the others are
// played all the same, and the seeds that failed are listed at the end. After every tenth story a line on
// stderr says how far it is. Several processes share a thousand stories by their seeds: `500 --seed 1` and
// `500 --seed 501`. With `--draw` nothing is played, and the matrix alone is printed.

import { spawnSync } from "node:child_process";
import process from "node:process";
import { parseArgs } from "node:util";
import { hasOwnMounts, inOwnMounts, whyNoMounts } from "../kit/own-mounts.ts";
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
      draw: { type: "boolean", default: false },
    },
  });
  const [count, first] = [Number(positionals[0] ?? 15), Number(values.seed)];
  const stage = values.stage;
  const isStage = stage === undefined || stage === "engine" || stage === "program";
  if (!Number.isInteger(count) || !Number.isInteger(first) || !isStage) {
    console.error("npm run story -- <count> [--seed <number>] [--stage engine|program] [--draw]");
    process.exitCode = 2;
    return;
  }
  const matrix = new Matrix();
  const took = { engine: new Pace(), program: new Pace() };
  const failed: number[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    const story = drawPart(seed, stage, values.only);
    matrix.count(story);
    if (values.draw) continue;
    const started = performance.now();
    const failure = await play(story);
    took[story.stage].count(performance.now() - started);
    if (failure !== undefined) {
      failed.push(seed);
      const isWhole = values.only === undefined;
      console.log(tell(isWhole ? await shrink(story, failure, play) : { story, failure }));
    }
    const played = seed - first + 1;
    if (played % 10 !== 0) continue;
    const minutes = Math.round(performance.now() / 60_000);
    console.error(`${played} of ${count} after ${minutes} min, ${failed.length} failed`);
  }
  if (values.only === undefined) console.log(matrix.render());
  console.log(`engine: ${took.engine}, program: ${took.program}`);
  const which = failed.length === 0 ? "" : `: ${failed.join(", ")}`;
  console.log(`${count} stories from seed ${first}, ${failed.length} failed${which}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** A story whose stage cannot be opened or closed fails as one that breaks a promise. */
async function play(story: Story): Promise<Failure | undefined> {
  try {
    return await playStory(story);
  } catch (thrown) {
    const why = thrown instanceof Error ? (thrown.stack ?? thrown.message) : `${thrown}`;
    return { why, told: story.acts.map(({ index, act }) => `${index}  ${act.name}`) };
  }
}

/** How long stories take, without what shrinking takes. */
class Pace {
  #stories = 0;
  #ms = 0;

  count(ms: number): void {
    this.#stories += 1;
    this.#ms += ms;
  }

  toString(): string {
    const each = (this.#ms / 1000 / Math.max(1, this.#stories)).toFixed(1);
    return `${this.#stories} stories in ${(this.#ms / 1000).toFixed(0)} s, ${each} s each`;
  }
}

/** Once more with mounts of its own, where that is possible: disks that are full or read-only. */
function runInOwnMounts(): void {
  const { words, env } = inOwnMounts([process.execPath, ...process.argv.slice(1)]);
  const { status } = spawnSync(words[0] ?? "", words.slice(1), { env, stdio: "inherit" });
  process.exitCode = status ?? 1;
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

if (hasOwnMounts() || whyNoMounts() !== false) await main();
else runInOwnMounts();
