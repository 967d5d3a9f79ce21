import { countLines, hasNul } from "@unf/core/lines";
import { isLinkMode, type LineCounts } from "@unf/core/timeline";
import type { LatestHead, Recorder } from "./recorder.ts";

interface CountContext {
  readonly recorder: Recorder;
}

/**
 * Line counts of the step from the recorded head to `after`; `null` when that head's is not kept, and
 * for what is not text.
 */
export function countStep(
  context: CountContext,
  before: Pick<LatestHead, "hash" | "mode" | "withheld" | "unrecordable"> | undefined,
  after: Uint8Array,
): LineCounts | null {
  if (hasNul(after)) return null;
  // A content that could not be recorded counts as without lines.
  const hasNoLines = before === undefined || before.unrecordable !== undefined;
  if (!hasNoLines && before.withheld === true) return null;
  const old =
    hasNoLines || isLinkMode(before.mode) ? undefined : context.recorder.content(before.hash);
  return countLines(old === undefined || hasNul(old) ? undefined : old, after);
}

/** Line counts of a head on its own, against nothing. */
export function countsOf(context: CountContext, head: LatestHead): LineCounts | undefined {
  if (isLinkMode(head.mode) || head.withheld === true) return undefined;
  const content = context.recorder.content(head.hash);
  return content === undefined || hasNul(content) ? undefined : countLines(undefined, content);
}
