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
  /** The story, one line an act. */
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
  const drawn = Array.from({ length }, () => random.pick(lots));
  // Of processes a story has few acts: pairs take turns, so that each of them comes to be.
  if (stage === "program") putPairs(drawn, pairsOfTurn(playable, Math.floor(seed / 4)), random);
  const played = drawn.map((act, index) => ({ index, act, seed: random.below(2 ** 31) }));
  return { seed, stage, acts: played };
}

/** In each story so many pairs of acts of which one is for processes only. */
const pairsPerStory = 4;

function pairsOfTurn(playable: readonly Act[], turn: number): (readonly [Act, Act])[] {
  const isOwn = ({ stages }: Act) => stages.length === 1;
  const all = playable.flatMap((one) => playable.map((other) => [one, other] as const));
  const pairs = new Random(0).shuffled(all.filter(([one, other]) => isOwn(one) || isOwn(other)));
  const first = turn * pairsPerStory;
  return Array.from({ length: pairsPerStory }, (_, n) => pairs[(first + n) % pairs.length]).flatMap(
    (pair) => (pair === undefined ? [] : [pair]),
  );
}

/** Each pair gets two places of its own, in its order. */
function putPairs(drawn: Act[], pairs: readonly (readonly [Act, Act])[], random: Random): void {
  const places = random.shuffled([...drawn.keys()]);
  for (const [n, [one, other]] of pairs.entries()) {
    const [early = 0, late = 0] = places.slice(2 * n, 2 * n + 2).sort((a, b) => a - b);
    drawn[early] = one;
    drawn[late] = other;
  }
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
