import { hasEffect, summarize } from "@unf/answers";
import type { RestoreOutcome, UndoOutcome } from "@unf/core/orders";

/**
 * Exit code of a restore: 7 when nothing was done because the contents are lost or were not kept; 8 when a path could not be done or, with `--exact`, a file had to stay; 5
 * when local changes were kept because of `--overwrite never`; else 0.
 */
export function exitOfRestore(outcomes: readonly RestoreOutcome[], isExact: boolean): number {
  const failed = outcomes.filter(({ action }) => action === "refused");
  const isMissing = ({ why }: RestoreOutcome) => why !== undefined && missing.includes(why);
  const isAllLost = failed.every(isMissing) && !hasEffect(outcomes);
  if (failed.length > 0) return isAllLost ? 7 : 8;
  if (isExact && outcomes.some(({ action }) => action === "kept_newer")) return 8;
  return outcomes.some(({ action }) => action === "kept_changed") ? 5 : 0;
}

const missing: readonly string[] = [
  "content_lost",
  "content_withheld",
  "content_unrecordable",
  "content_thinned",
];

/**
 * Exit code of an undo, a redo or an oops: 5 when newer changes are all that kept it from doing anything,
 * 8 when only a part could be done, else 0.
 */
export function exitOfUndo(outcomes: readonly UndoOutcome[]): number {
  const { written, deleted, kept, failed } = summarize(outcomes);
  if (kept + failed === 0) return 0;
  return written + deleted + failed === 0 ? 5 : 8;
}
