import { Random } from "../engine/random.ts";
import type { Actor, Cast } from "./cast.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import type { Work } from "./program/line.ts";
import { Steps } from "./steps.ts";

interface Stage {
  readonly cast: Cast;
  readonly random: Random;
  readonly steps: Steps;
  /**
   * Commands that may write anything, and a person's edits. They meet in the scenes that are made for
   * it, and not more often because a machine is slow.
   */
  readonly alone: OneAtATime;
}

const stepsPerRound = 3;

/** Every scene draws all that will happen in it before it begins, so that it follows from the seed. */
type Scene = (stage: Stage) => Promise<unknown>;

/** Plays so many rounds: in each all work at once, and then one thing happens that is hard to tell. */
export async function play(cast: Cast, seed: number, rounds: number): Promise<void> {
  const random = new Random(seed);
  const stage = { cast, random, steps: new Steps(random), alone: new OneAtATime() };
  for (let round = 0; round < rounds; round += 1) {
    stage.steps.nextRound();
    const prompts = cast.agents.map((agent) =>
      agent.perform({ step: "prompt", text: `${agent.name}, round ${round}` }),
    );
    await Promise.all(prompts);
    await everyone(stage);
    const special = specials[round % specials.length];
    await special?.(stage);
    // An agent that is interrupted says nothing of its end.
    const staying = cast.agents.filter(() => random.chance(0.8));
    await Promise.all(staying.map((agent) => agent.perform({ step: "stop" })));
  }
  await Promise.all([...cast.agents, cast.person].map((actor) => actor.leave()));
}

/** All agents work on their own and in the shared directory, and a person edits in between. */
async function everyone({ cast, steps, alone }: Stage): Promise<void> {
  const plans = cast.agents.map((agent) =>
    Array.from({ length: stepsPerRound }, () => steps.ofAgent(agent.name, formatOf(agent))),
  );
  const edits = Array.from({ length: stepsPerRound }, () => steps.ofPerson());
  const work = async (agent: Actor, own: number): Promise<void> => {
    for (const [index, step] of (plans[own] ?? []).entries()) {
      const perform = () => agent.perform(step);
      await (step.step === "shell" && !step.plain ? alone.run(perform) : perform());
      // A person sees one of them at work, in turn, while the others go on.
      const edit = index % cast.agents.length === own ? edits[index] : undefined;
      if (edit !== undefined) await alone.run(() => cast.person.perform(edit));
    }
  };
  await Promise.all(cast.agents.map(work));
}

/** A person edits a file between two edits of it by agents. */
const between: Scene = async ({ cast, random, steps }) => {
  const path = steps.shared();
  const [one, person, two] = [1, 2, 3].map(() => editOf(steps, path));
  if (one === undefined || person === undefined || two === undefined) return;
  await random.pick(cast.agents).perform(one);
  await cast.person.perform(person);
  await random.pick(cast.agents).perform(two);
};

/** While an agent's claim is open others write other files: a person, and an agent with its own claim. */
const besides: Scene = async ({ cast, random, steps }) => {
  const [agent, other] = random.shuffled(cast.agents);
  const claimed = editOf(steps, "shared/claimed");
  const others = editOf(steps, "shared/of-another");
  const person = editOf(steps, "notes/of-a-person");
  const goOn = await agent?.begin(claimed);
  await cast.person.perform(person);
  await other?.perform(others);
  await goOn?.();
};

/** The commands of two agents run at the same time: nobody can say which of them wrote. */
const overlapping: Scene = async ({ cast, random, steps }) => {
  const pair = random.shuffled(cast.agents).slice(0, 2);
  const plans = pair.map((agent) => steps.window(agent.name, 1));
  const works = await Promise.all(plans.map((plan, index) => pair[index]?.begin(plan)));
  for (const goOn of works) await goOn?.();
};

/** A person edits while the only command runs, and is taken for its agent. */
const intruding: Scene = async ({ cast, random, steps }) => {
  const agent = random.pick(cast.agents);
  const command = steps.window(agent.name);
  const edit = editOf(steps, "notes/of-an-intruder");
  const goOn = await agent.begin(command);
  await (await cast.person.begin(edit))();
  await goOn();
};

/** The same of commands that keep their files open for a while: their processes tell. */
const overlappingSlowly: Scene = async ({ cast, random, steps }) => {
  const pair = random.shuffled(cast.agents).slice(0, 2);
  const plans = pair.map(({ name }) => steps.slow(`${name}/slow`));
  const works = await Promise.all(plans.map((plan, index) => pair[index]?.begin(plan)));
  await Promise.all(works.map((goOn) => goOn?.()));
};

/** A person whose editor takes its time while the only command runs. */
const intrudingSlowly: Scene = async ({ cast, random, steps }) => {
  const agent = random.pick(cast.agents);
  const command = steps.window(agent.name);
  const { ops } = steps.slow("notes/of-a-slow-intruder");
  const goOn = await agent.begin(command);
  await (await cast.person.begin({ step: "edit", ops }))();
  await goOn();
};

const specials: readonly Scene[] = [
  ...[between, besides, overlapping, intruding],
  ...[overlappingSlowly, intrudingSlowly],
];

function editOf(steps: Steps, path: string): Work {
  return { step: "edit", ops: [steps.write(path)] };
}

function formatOf({ format, name }: Actor): NonNullable<Actor["format"]> {
  if (format === null) throw new Error(`${name} is no agent`);
  return format;
}
