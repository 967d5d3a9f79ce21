import { killOperation } from "../row/kill-operation.ts";
import type { Mutant } from "./mutants.ts";

const row: Mutant["row"] = async (tree, interposer) => {
  const choose = (calls: readonly string[]) => [calls.length - 1];
  const { measures } = await killOperation({ interposer, operation: "prune", choose, tree });
  return measures;
};

/** Ways to break the removal of rows. */
export const pruneMutants: readonly Mutant[] = [
  {
    name: "contents leave the list of contents although rows refer to them",
    replacements: [
      {
        file: "packages/timeline/src/write/settle-released.ts",
        text: "  if (found.length === 0) return last;",
        by: "  if (found.length < Number.MAX_VALUE) return last;",
      },
    ],
    caughtBy: ["rowsWithoutBlob"],
    row,
  },
  {
    name: "a prune takes the newest row of a path",
    replacements: [
      {
        file: "packages/core/src/retention/plan-path.ts",
        text: '  if (next === undefined) return "newest";',
        by: "  if (next === undefined) return undefined;",
      },
      {
        file: "packages/core/src/retention/plan-path.ts",
        text: '  if (row !== undefined && (row.hash !== null || row.cause === "excluded")) why[end] ??= "state";',
        by: "  if (rows.length === end) why[0] = undefined;",
      },
      {
        file: "packages/timeline/src/write/delete-rows.ts",
        text: "  if (isNewest && !how.isWhole) return;",
        by: "  if (how.isWhole) return;",
      },
      {
        file: "packages/timeline/src/write/delete-rows.ts",
        text: "  if (isNewest) taken.headless.add(path);",
        by: "  if (isNewest && how.isWhole) taken.headless.add(path);",
      },
    ],
    caughtBy: ["finalMissed"],
    row,
  },
];
