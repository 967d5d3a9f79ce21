import { pathFields } from "../parts/path-fields.ts";
import type { OpenScope } from "../scope/open-scope.ts";
import { thinnedFields } from "../scope/thinned.ts";
import type { Comparison } from "./comparison.ts";
import type { FileDiff } from "./file-diff.ts";
import { type DiffShowing, fileDiffAnswer } from "./file-diff-answer.ts";
import type { ChangesAnswer, DiffAnswer } from "./shape.ts";

/** Which lines differ, file by file. `diffs`: the changes of the comparison, read. */
export function diffAnswer(
  { project }: Pick<OpenScope, "project">,
  { from, to, thinned = [] }: Comparison,
  { diffs, ...showing }: DiffShowing & { readonly diffs: readonly FileDiff[] },
): DiffAnswer {
  return {
    ...pathFields("root", project.root),
    from,
    to,
    files: diffs.map((one) => fileDiffAnswer(one, showing)),
    ...thinnedFields(thinned),
  };
}

/** Whether there is a difference, and nothing of what it is. */
export function changesAnswer(
  { project }: Pick<OpenScope, "project">,
  { from, to }: Comparison,
  changed: boolean,
): ChangesAnswer {
  return { ...pathFields("root", project.root), from, to, changed };
}
