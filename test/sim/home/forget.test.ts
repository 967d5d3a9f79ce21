import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../engine/random.ts";
import { testSeed } from "../../kit/seed.ts";
import {
  begunIn,
  carryOn,
  type ForgetOrder,
  findLeft,
  findLost,
  findSearches,
  forget,
  makeForgetScene,
  orders,
} from "./forget-scene.ts";
import { home } from "./memory-home.ts";

// Orders to forget, carried out by the production code over ports in memory, on a machine whose power
// fails before each of their steps.

const seed = testSeed();

/** Ways of a power cut; one that leaves some of it is played with a second cut. */
const keeping = {
  "nothing that was not synced": () => false,
  "all of it": () => true,
};

test("the scene holds what is to be forgotten before", async () => {
  for (const order of orders) {
    const made = await makeForgetScene();
    assert.deepEqual(findLost(made, order, []), []);
    assert.ok(findLeft(made, order).length >= order.secrets.length * 2, order.name);
  }
});

for (const order of orders) {
  test(`${order.name}: after a power cut before any step, the order is not begun or completes`, async (t) => {
    const steps = await listSteps(order);
    t.diagnostic(`${steps.length} steps`);
    const wrong: string[] = [];
    for (const [left, keep] of Object.entries(keeping)) {
      for (let cutBefore = 0; cutBefore < steps.length; cutBefore += 1) {
        const where = `cut before ${steps[cutBefore]} (${cutBefore}), which leaves ${left}`;
        const found = await cutOnce(order, { cutBefore, keep });
        wrong.push(...found.map((one) => `${where}: ${one}`));
      }
    }
    assert.deepEqual(wrong.slice(0, 5), []);
  });

  test(`${order.name}: a power cut right after the answer brings nothing back`, async () => {
    const made = await makeForgetScene();
    const run = await made.machine.run(async () => forget(made.open(), order));
    assert.deepEqual(run, { kind: "ended", answer: true });
    assert.deepEqual(findSearches(made), []);
    made.machine.cut();
    assert.deepEqual(findLeft(made, order), []);
    assert.deepEqual(findLost(made, order, order.concerned), []);
  });

  test(`${order.name}: recovery that is cut off is carried on with`, async () => {
    const steps = await listSteps(order);
    const random = new Random(seed);
    const wrong: string[] = [];
    for (let cutBefore = 0; cutBefore < steps.length; cutBefore += 1) {
      const again = random.below(steps.length);
      const keep = () => random.chance(0.5);
      const found = await cutOnce(order, { cutBefore, keep, again });
      wrong.push(...found.map((one) => `cut before ${steps[cutBefore]}, then ${again}: ${one}`));
    }
    assert.deepEqual(wrong.slice(0, 5), []);
  });
}

async function listSteps(order: ForgetOrder): Promise<readonly string[]> {
  const made = await makeForgetScene();
  await made.machine.run(async () => forget(made.open(), order));
  return made.machine.steps;
}

interface Cuts {
  readonly cutBefore: number;
  readonly keep: () => boolean;
  /** A second cut, before this step of what the next start does. */
  readonly again?: number;
}

/** Cuts the power, starts anew, and looks. Gives what is wrong then. */
async function cutOnce(order: ForgetOrder, { cutBefore, keep, again }: Cuts): Promise<string[]> {
  const made = await makeForgetScene();
  const before = made.machine.texts(home);
  await made.machine.run(async () => forget(made.open(), order), { cutBefore, keep });
  const begun = begunIn(made, order);
  const wrong = findLost(made, order, begun);
  if (begun.length === 0) wrong.push(...compareFiles(before, made.machine.texts(home)));
  if (again !== undefined) {
    await made.machine.run(async () => carryOn(made.open()), { cutBefore: again, keep });
  }
  await carryOn(made.open());
  if (begun.length === order.concerned.length) wrong.push(...findSearches(made));
  // Durable: with a cut here nothing comes back.
  made.machine.cut();
  wrong.push(...findLost(made, order, begun));
  // Without an answer it is ordered again.
  if (begun.length < order.concerned.length) await forget(made.open(), order);
  return [...wrong, ...findLeft(made, order), ...findLost(made, order, order.concerned)];
}

/** An order that is not begun has changed no file. */
function compareFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const changed = [...before].filter(([path, text]) => after.get(path) !== text);
  return changed.map(([path]) => `${path} has changed before the order was written down`);
}
