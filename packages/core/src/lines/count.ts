import type { LineCounts } from "../timeline/snapshot.ts";
import { defaultLineBudget, type LineBudget } from "./budget.ts";
import { compareLines } from "./changes.ts";

const nothing = new Uint8Array(0);

/**
 * Counts the lines of `after` and of the step from `before` as `git diff --numstat` does with its
 * default settings. `undefined`: there is no file, so a creation or deletion. Whether the contents
 * are text is for the caller to decide.
 */
export function countLines(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  budget: LineBudget = defaultLineBudget,
): LineCounts {
  const changes = compareLines(before ?? nothing, after ?? nothing, budget);
  const common = changes.commonHead + changes.commonTail;
  return {
    lines: common + changes.added.length,
    added: countSet(changes.added),
    removed: countSet(changes.removed),
    exact: changes.exact,
  };
}

function countSet(flags: Uint8Array): number {
  let count = 0;
  for (const flag of flags) count += flag;
  return count;
}
