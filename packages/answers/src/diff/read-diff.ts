import { inTurns } from "@unf/core/base";
import { inSteps } from "../parts/in-turn.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import type { OpenScope } from "../scope/open-scope.ts";
import { type ThinnedFile, thinnedFields, warnOfThinned } from "../scope/thinned.ts";
import { readComparison } from "./comparison.ts";
import { type FileDiff, readFileDiff } from "./file-diff.ts";
import { type DiffShowing, fileDiffAnswer } from "./file-diff-answer.ts";
import type { DiffLinesQuestion, DiffQuestion } from "./question.ts";
import type { ChangesAnswer, DiffAnswer } from "./shape.ts";

/** Files that differ, line by line. */
export interface Diff extends Pick<DiffAnswer, "from" | "to"> {
  readonly scope: OpenScope;
  readonly diffs: readonly FileDiff[];
  /** Files that cannot be compared. */
  readonly thinned: readonly ThinnedFile[];
}

/**
 * Compares the files that are asked for, and warns of those that cannot be compared. `step`: hears of each
 * file that differs, and of none where others may have a turn while it is looked for them; may have it wait.
 */
export async function readDiff(
  asker: Asker,
  question: DiffLinesQuestion,
  scope: OpenScope,
  step?: (files: number) => Promise<void> | undefined,
): Promise<Diff> {
  const { changes, from, to, thinned = [] } = await readComparison(asker, question, scope);
  const diffs: FileDiff[] = [];
  for (const change of await inTurns(changes, () => step?.(0))) {
    const diff = readFileDiff(change, question.context);
    if (diff !== undefined) diffs.push(diff);
    await step?.(1);
  }
  warnOfThinned(asker, thinned);
  return { scope, from, to, diffs, thinned };
}

export function diffAnswer(
  { scope, from, to, diffs, thinned }: Diff,
  showing: DiffShowing,
): DiffAnswer {
  return {
    ...pathFields("root", scope.project.root),
    from,
    to,
    files: diffs.map((one) => fileDiffAnswer(one, showing)),
    ...thinnedFields(thinned),
  };
}

/** Whether there is a difference, and nothing of what it is. */
export async function readChanges(
  asker: Asker,
  question: DiffQuestion,
  scope: OpenScope,
): Promise<ChangesAnswer> {
  const { from, to, isDifferent } = await readComparison(asker, question, scope);
  return {
    ...pathFields("root", scope.project.root),
    from,
    to,
    changed: await inSteps(asker, isDifferent()),
  };
}
