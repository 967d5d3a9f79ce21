import { hasContent, type RetentionRow } from "../timeline/pruning.ts";
import { type DropReason, type KeepReason, planPath, type RetentionContext } from "./plan-path.ts";
import { type RetentionPolicy, tierOf } from "./policy.ts";

/** A version that may go for its size. */
export interface SpareRow {
  readonly row: RetentionRow;
  /** Which of the policies lets it go, from 0; their number when only their tiers keep it. */
  readonly stage: number;
  readonly why: DropReason | KeepReason;
}

/**
 * Of all rows of a path those that may go for the room that they take, the first to go first. The rows
 * of renames are none, which stay or go together, and deletions and what was never kept, which take no
 * room: so what stood before one of these is among the last. Nor is what stood within the time of which
 * the last policy keeps everything, however old it is: a file of last year that was deleted a minute ago.
 * `policies`: the mildest first.
 */
export function spareRows(
  rows: readonly RetentionRow[],
  policies: readonly RetentionPolicy[],
  context: Omit<RetentionContext, "policy">,
): readonly SpareRow[] {
  const plans = policies.map((policy) => planPath(rows, { ...context, policy }));
  const spare = rows.flatMap((row, index): SpareRow[] => {
    if (!hasContent(row) || row.renamedFrom !== null || index === rows.length - 1) return [];
    const verdicts = plans.map((plan) => plan[index]);
    const last = verdicts.at(-1);
    if (last === undefined || (last.keep && !expendable.has(last.why))) return [];
    const next = rows[index + 1];
    if (next !== undefined && stoodLately(next, context.now, policies.at(-1))) return [];
    const isLast = next !== undefined && !hasContent(next);
    const first = isLast ? -1 : verdicts.findIndex((verdict) => verdict?.keep === false);
    return [{ row, stage: first < 0 ? policies.length : first, why: last.why }];
  });
  return spare.sort((a, b) => a.stage - b.stage || a.row.id - b.row.id);
}

/** `next`: what took the place of it. */
function stoodLately(
  next: RetentionRow,
  now: RetentionContext["now"],
  policy: RetentionPolicy | undefined,
): boolean {
  return policy !== undefined && tierOf(now - next.at, policy) === "recent";
}

/** Reasons to keep a row that only the tiers of a policy give. */
const expendable = new Set<KeepReason>(["hourly", "daily", "weekly", "state", "content"]);
