import { randomInt } from "node:crypto";
import process from "node:process";

/**
 * The seed of this run's random data, printed so that a failure can be repeated. The same in every
 * run, so that a change is judged by what it changes; `UNF_TEST_SEED=<seed>` is another one, and
 * `UNF_TEST_SEED=random` one that nobody has tried. A whole number from 0 to 2^31 - 1.
 */
export function testSeed(): number {
  const given = process.env.UNF_TEST_SEED ?? "1";
  const seed = given === "random" ? randomInt(2 ** 31) : Number(given);
  if (!Number.isInteger(seed) || seed < 0) throw new Error(`UNF_TEST_SEED is no seed: ${given}`);
  console.log(`seed: UNF_TEST_SEED=${seed}`);
  return seed;
}
