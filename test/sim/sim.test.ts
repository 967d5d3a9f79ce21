import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { mutants } from "./mutants.ts";
import { simulate } from "./simulate.ts";

// The production engine, played thousands of times over a disk that forgets, a clock that jumps and a
// watcher that lies. `UNF_SIM_SEED=n` replays one world and prints what happened in it;
// `UNF_SIM_FROM`, `UNF_SIM_SEEDS` and `UNF_SIM_STEPS` choose which worlds, and how long they last.

const steps = wholeNumber("UNF_SIM_STEPS", 60);
const one = process.env.UNF_SIM_SEED === undefined ? undefined : wholeNumber("UNF_SIM_SEED", 0);

/** Within this many worlds each planted fault is caught. Most are in the first ten. */
const mutantSeedsMax = 1500;

test("the engine keeps its promises in every simulated world", async (t) => {
  const first = one ?? wholeNumber("UNF_SIM_FROM", 0);
  const count = one === undefined ? wholeNumber("UNF_SIM_SEEDS", 1200) : 1;
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
    let seed = 0;
    while (seed < mutantSeedsMax && !(await simulate({ seed, steps: 60, mutant }))) seed += 1;
    if (seed === mutantSeedsMax) missed.push(mutant.name);
    else t.diagnostic(`caught by seed ${seed}: ${mutant.name}`);
  }
  t.diagnostic(`${mutants.length - missed.length}/${mutants.length} mutants caught`);
  assert.deepEqual(missed, []);
});

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

function wholeNumber(name: string, unlessGiven: number): number {
  const value = Number(process.env[name] ?? unlessGiven);
  if (!Number.isInteger(value) || value < 0)
    throw new Error(`${name} is no whole number: ${value}`);
  return value;
}
