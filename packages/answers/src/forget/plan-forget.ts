import { type Turn, UnfError } from "@unf/core/base";
import { requirePlan } from "../orders/require-plan.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { chooseForget, type ForgetChoice } from "./choose.ts";
import type { ForgetQuestion } from "./question.ts";
import { type Survey, surveyForget } from "./survey.ts";

/** An order to forget that can be shown, and given. */
export interface PlannedForget {
  readonly choice: ForgetChoice;
  readonly survey: Survey;
  /** The plan that was named: carried out is exactly this one. */
  readonly plan: string | null;
  /** Files that are meant are not recorded any more from then on. */
  readonly isLasting: boolean;
}

/**
 * Finds out what the order means and what hangs on it. Throws `usage`, `not_found` where it means nothing,
 * `conflict` where the plan is another by now, `refused` where the content would come back at once.
 */
export async function planForget(
  asker: Asker,
  question: ForgetQuestion,
  { wiring, reader }: OpenHome,
  turn?: Turn,
): Promise<PlannedForget> {
  const choice = await chooseForget(asker, question, reader);
  const survey = await surveyForget(wiring, reader, choice, turn);
  if (survey.versions === 0 && choice.what !== "project") {
    throw new UnfError("not_found", "nothing recorded matches", { hint: "unf log --all" });
  }
  const { plan = null } = question;
  requirePlan(question.plan, [survey.plan], "forgotten");
  requireChanged(question, choice, survey);
  return { choice, survey, plan, isLasting: !question.keepRecording };
}

/** Patterns of what is not recorded any more from then on. */
export function lastingPatterns({ choice, survey, isLasting }: PlannedForget): string[] {
  if (!isLasting) return [];
  if (choice.what === "paths") return [...choice.patterns];
  if (choice.what !== "content") return [];
  return survey.projects.flatMap(({ plan }) => plan.onDisk.map((path) => `/${path}`));
}

/** A content that a file on disk has would be recorded again by the next look at it. */
function requireChanged(
  { keepRecording }: ForgetQuestion,
  { what }: ForgetChoice,
  { projects }: Survey,
): void {
  const held = projects.flatMap(({ plan }) => plan.onDisk);
  if (what !== "content" || !keepRecording || held.length === 0) return;
  throw new UnfError("refused", `${held[0]} still has this content and would be recorded again`, {
    hint: "change or remove the file first, or leave --keep-recording out",
  });
}
