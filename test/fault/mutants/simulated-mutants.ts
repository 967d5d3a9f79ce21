import { noFindings } from "../checker/measures.ts";
import type { Mutant } from "./mutants.ts";
import { playTest } from "./play-test.ts";

const maintenance = "packages/maintenance/src";

/** Plays the cuts at every step of an order over ports in memory; a test that fails is a finding. */
const simulated =
  (order: "forget" | "repair"): Mutant["row"] =>
  async (tree) => {
    const measures = noFindings();
    const found = order === "forget" ? measures.secretsLeft : measures.ackedLost;
    found.push(...playTest(tree, `test/sim/home/${order}.test.ts`));
    return measures;
  };

/** Steps in the wrong order, which only a cut between the two of them tells. */
export const simulatedMutants: readonly Mutant[] = [
  {
    name: "an order counts as carried out before the timeline is compacted",
    replacements: [
      {
        file: `${maintenance}/forget/carry-on.ts`,
        text: `  const isDone = isWhole || (await compact(site));
  if (isDone && !isWhole) for (const order of orders) timeline.finishForgetting(order.id, versions);`,
        by: `  if (!isWhole) for (const order of orders) timeline.finishForgetting(order.id, versions);
  const isDone = isWhole || (await compact(site));`,
      },
    ],
    caughtBy: ["secretsLeft"],
    row: simulated("forget"),
  },
  {
    name: "the timeline of a forgotten project goes before its other files",
    replacements: [
      {
        file: `${maintenance}/forget/carry-on.ts`,
        text: "  for (const name of files.listNames(directory)) {",
        by: "  files.removeAll(path);\n  for (const name of files.listNames(directory)) {",
      },
    ],
    caughtBy: ["secretsLeft"],
    row: simulated("forget"),
  },
  {
    name: "that the store cleared temporaries away is not flushed",
    replacements: [
      {
        file: `${maintenance}/forget/carry-on.ts`,
        text: "  syncTemporaries(world);",
        by: "  void syncTemporaries;",
      },
    ],
    caughtBy: ["secretsLeft"],
    row: simulated("forget"),
  },
  {
    name: "a damaged timeline goes before the name of the rebuilt one is durable",
    replacements: [
      {
        file: `${maintenance}/home/swap-timeline.ts`,
        text: "  place.fs.syncDirectory(projectDirectory(place.home, id));\n",
        by: "",
      },
    ],
    caughtBy: ["ackedLost"],
    row: simulated("repair"),
  },
];
