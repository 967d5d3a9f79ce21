import { Random } from "../engine/random.ts";
import { acts } from "./acts/index.ts";
import { checkAll, checkSome } from "./checks.ts";
import { Model } from "./model/model.ts";
import { type Act, record, type Scene } from "./scene.ts";
import { type EngineFault, EngineStage } from "./stage/engine.ts";
import { ProgramStage } from "./stage/program.ts";
import type { StageName, StoryStage } from "./stage/stage.ts";

/** A story as it is drawn: which acts, each with the seed of its own numbers. */
export interface Story {
  readonly seed: number;
  readonly stage: StageName;
  readonly acts: readonly { readonly index: number; readonly act: Act; readonly seed: number }[];
}

export interface Failure {
  /** The promise that was broken, or what was thrown. */
  readonly why: string;
  /** What happened, one line an act. */
  readonly told: readonly string[];
}

/** After every so many acts, and at the end, everything that ever was is looked at. */
const everyActs = 5;

/** Draws the story of a seed. Dropping acts from it leaves the numbers of the others as they are. `weights`: of acts by name. */
export function drawStory(
  seed: number,
  stage: StageName,
  length: number,
  weights: Readonly<Record<string, number>> = {},
): Story {
  const random = new Random(seed);
  const playable = acts.filter((act) => act.stages.includes(stage) && act.pending === undefined);
  const lots = playable.flatMap((act) =>
    Array.from({ length: weights[act.name] ?? act.weight ?? 1 }, () => act),
  );
  const drawn = Array.from({ length }, (_, index) => {
    return { index, act: random.pick(lots), seed: random.below(2 ** 31) };
  });
  return { seed, stage, acts: drawn };
}

/** Plays it; `undefined` when every promise was kept. */
export async function playStory(
  story: Story,
  fault: EngineFault = {},
): Promise<Failure | undefined> {
  const told: string[] = [];
  await using stage = await openStage(story.stage, fault);
  const model = new Model();
  for (const [place, { index, act, seed }] of story.acts.entries()) {
    const notes: string[] = [];
    const random = new Random(seed);
    const scene: Scene = { stage, model, random, note: (text) => void notes.push(text) };
    try {
      await stage.rest();
      model.begin(stage.now());
      await act.play(scene);
      await record(scene);
      const isThorough = place === story.acts.length - 1 || place % everyActs === everyActs - 1;
      if (isThorough) await checkAll(scene);
      else checkSome(scene);
      told.push(`${index}  ${act.name}: ${notes.join("; ")}`);
    } catch (thrown) {
      told.push(`${index}  ${act.name}: ${notes.join("; ")}`);
      return {
        why: thrown instanceof Error ? (thrown.stack ?? thrown.message) : `${thrown}`,
        told,
      };
    }
  }
  return undefined;
}

function openStage(name: StageName, fault: EngineFault): Promise<StoryStage> {
  return name === "engine" ? EngineStage.open(fault) : ProgramStage.open();
}
