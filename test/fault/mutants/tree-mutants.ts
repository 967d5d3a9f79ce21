import { noFindings } from "../checker/measures.ts";
import type { Mutant } from "./mutants.ts";
import { playTest } from "./play-test.ts";

const recorder = "packages/engine/src/trees/tree-recorder.ts";

const row: Mutant["row"] = async (tree) => {
  const measures = noFindings();
  measures.finalMissed.push(...playTest(tree, "test/engine/tree-values.test.ts"));
  return measures;
};

/** Checkpoints of trees given as values that do not hold what was given. */
export const treeMutants: readonly Mutant[] = [
  {
    name: "a file that is not in a tree any more stays",
    replacements: [
      {
        file: recorder,
        text: "if (tree.has(path)) continue;",
        by: "if (path !== undefined) continue;",
      },
    ],
    caughtBy: ["finalMissed"],
    row,
  },
  {
    name: "a tree is read when its turn comes, and not when it was given",
    replacements: [
      {
        file: "packages/client/src/tree-values.ts",
        text: "return new Uint8Array(content);",
        by: "return content;",
      },
    ],
    caughtBy: ["finalMissed"],
    row,
  },
  {
    name: "pinned checkpoints go beyond maxCheckpoints, too",
    replacements: [
      { file: recorder, text: "filter(({ pinned }) => !pinned)", by: "filter(() => true)" },
    ],
    caughtBy: ["finalMissed"],
    row,
  },
  {
    name: "every checkpoint is read to set one more",
    replacements: [
      {
        file: recorder,
        text: "const newest = timeline.newestCheckpoint();",
        by: "const [newest] = timeline.checkpoints();",
      },
    ],
    caughtBy: ["finalMissed"],
    row,
  },
];
