import { randomInt } from "node:crypto";
import process from "node:process";

/**
 * The seed of this run's random data, printed so that a failure can be repeated:
 * `UNF_TEST_SEED=<seed> npm test`. A whole number from 0 to 2^31 - 1.
 */
export function testSeed(): number {
  const given = process.env.UNF_TEST_SEED;
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  if (!Number.isInteger(seed) || seed < 0) throw new Error(`UNF_TEST_SEED is no seed: ${given}`);
  console.log(`seed: UNF_TEST_SEED=${seed}`);
  return seed;
}
