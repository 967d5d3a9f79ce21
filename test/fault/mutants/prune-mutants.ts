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
    name: "a path goes with the first row that is deleted although others name it",
    replacements: [
      {
        file: "packages/timeline/src/rows/paths.ts",
        text: `
  AND NOT EXISTS (SELECT 1 FROM versions v INDEXED BY versions_by_path WHERE v.path = paths.id)`,
        by: "",
      },
    ],
    caughtBy: ["finalMissed", "ackedLost"],
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
