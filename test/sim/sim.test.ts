import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { howMany } from "../kit/index.ts";
import { type Mutant, mutants } from "./mutants.ts";
import { simulate } from "./simulate.ts";

// The production engine, played thousands of times over a disk that forgets, a clock that jumps and a
// watcher that lies. `UNF_SIM_SEED=n` replays one world and prints what happened in it;
// `UNF_SIM_FROM`, `UNF_SIM_SEEDS` and `UNF_SIM_STEPS` choose which worlds, and how long they last.

const steps = howMany("UNF_SIM_STEPS", { short: 60, long: 60 });
const one =
  process.env.UNF_SIM_SEED === undefined
    ? undefined
    : howMany("UNF_SIM_SEED", { short: 0, long: 0 });

/** Within this many worlds each planted fault is caught. Most are in the first ten. */
const mutantSeedsMax = 1500;

test("the engine keeps its promises in every simulated world", async (t) => {
  const first = one ?? howMany("UNF_SIM_FROM", { short: 0, long: 0 });
  const count = one === undefined ? howMany("UNF_SIM_SEEDS", { short: 150, long: 20_000 }) : 1;
  const start = performance.now();
  for (let seed = first; seed < first + count; seed += 1) {
    const violation = await simulate({ seed, steps });
    if (violation !== undefined) await reportWorld(seed, violation);
  }
  const perSecond = Math.round((count * 1000) / (performance.now() - start));
  t.diagnostic(`${count} worlds of ${steps} steps from seed ${first}, ${perSecond} a second`);
  if (one !== undefined) console.log((await traceOf(one, steps)).join("\n"));
});

test("a seed plays the same world every time", async () => {
  for (const seed of [1, 2, 3]) assert.deepEqual(await traceOf(seed, 40), await traceOf(seed, 40));
});

test("every planted fault is caught", { skip: one !== undefined }, async (t) => {
  const missed: string[] = [];
  for (const mutant of mutants) {
    const seed = await seedThatCatches(mutant);
    if (seed === undefined) missed.push(mutant.name);
    else t.diagnostic(`caught by seed ${seed}: ${mutant.name}`);
  }
  t.diagnostic(`${mutants.length - missed.length}/${mutants.length} mutants caught`);
  assert.deepEqual(missed, []);
});

/** The first that does, or the one that did when the mutant was last looked at: many take hundreds. */
async function seedThatCatches(mutant: Mutant): Promise<number | undefined> {
  const isCaught = async (seed: number) =>
    (await simulate({ seed, steps: 60, mutant })) !== undefined;
  if (mutant.seed !== undefined && (await isCaught(mutant.seed))) return mutant.seed;
  for (let seed = 0; seed < mutantSeedsMax; seed += 1) if (await isCaught(seed)) return seed;
  return undefined;
}

/** Fails, with the shortest world of this seed that breaks a promise and the command that replays it. */
async function reportWorld(seed: number, violation: string): Promise<never> {
  let shortest = steps;
  let broken = violation;
  for (let fewer = 1; fewer < steps; fewer += 1) {
    const found = await simulate({ seed, steps: fewer });
    if (found === undefined) continue;
    shortest = fewer;
    broken = found;
    break;
  }
  const command = `UNF_SIM_SEED=${seed} UNF_SIM_STEPS=${shortest} npx node --test test/sim/sim.test.ts`;
  console.log((await traceOf(seed, shortest)).join("\n"));
  return assert.fail(`${broken}\nreplay it with: ${command}`);
}

async function traceOf(seed: number, length: number): Promise<string[]> {
  const trace: string[] = [];
  await simulate({ seed, steps: length, trace });
  return trace;
}
