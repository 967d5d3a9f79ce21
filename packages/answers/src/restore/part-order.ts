import { UnfError } from "@unf/core/base";
import type { Order } from "../orders/order.ts";
import { requirePlan } from "../orders/require-plan.ts";
import { readPlannedRestore } from "./order.ts";
import { type FileInParts, numberHunks, planPart, readParts, requireHunk } from "./part-of-file.ts";
import {
  type AskedRestore,
  carryOutRestore,
  type PlannedRestore,
  planRestore,
} from "./plan-restore.ts";
import type { PartQuestion } from "./question.ts";
import { plannedRestoreAnswer, restoredAnswer } from "./restore-answer.ts";
import type { PlannedRestoreAnswer, RestoredAnswer } from "./shape.ts";

/** Brings a part of one file back. */
export const partOrder: Order<
  PartQuestion,
  PlannedRestoreAnswer,
  RestoredAnswer | PlannedRestoreAnswer
> = {
  plan: async (asker, asked, home) => {
    const whole = await readPlannedRestore(asker, asked, home);
    const file = await readParts(asker, whole.scope, whole.plan);
    if (file === undefined) return plannedRestoreAnswer(whole, { isDryRun: true });
    if (asked.hunks === undefined)
      return plannedRestoreAnswer(whole, { isDryRun: true, hunks: numberHunks(file) });
    const { planned, hunks } = await choosePart(whole, file, asked.hunks);
    return plannedRestoreAnswer(planned, { isDryRun: true, hunks });
  },
  carryOut: async (asker, asked, home, { plan, argv, ...orderer }) => {
    const whole = await readPlannedRestore(asker, asked, home);
    const file = await readParts(asker, whole.scope, whole.plan);
    if (file === undefined) return plannedRestoreAnswer(whole, { isDryRun: false });
    if (asked.hunks === undefined) throw new UnfError("usage", "say which hunks");
    const { planned, hunks } = await choosePart(whole, file, asked.hunks, plan);
    const outcome = await carryOutRestore(home, planned, argv, orderer);
    return restoredAnswer(asker, planned, outcome, hunks);
  },
};

async function choosePart(
  whole: PlannedRestore,
  file: FileInParts,
  numbers: readonly number[],
  shown?: string,
) {
  if (numbers.length === 0) throw new UnfError("usage", "say which hunks");
  requireHunk(Math.max(...numbers), file, () => requirePlan(shown, [whole.plan.id], "restored"));
  const chosen = [...file.hunks.keys()].filter((index) => numbers.includes(index + 1));
  const plan = (restore: AskedRestore) => planRestore(restore, whole.warnings);
  const planned = await planPart(whole, file, { chosen, plan });
  requirePlan(shown, [whole.plan.id, planned.plan.id], "restored");
  return { planned, hunks: numberHunks(file, chosen) };
}
