import { decideSettled } from "@unf/core/capture";
import { countLines, hasNul } from "@unf/core/lines";
import { isLinkMode, type LineCounts } from "@unf/core/timeline";
import { countStep } from "../record/count-step.ts";
import type { LatestHead, Row } from "../record/recorder.ts";
import type { CaptureContext } from "./capture-context.ts";

/** The rows of one path that are settled together. */
export interface BurstRows {
  /** State of the path before the first of them. */
  readonly before: LatestHead | undefined;
  readonly last: Row | undefined;
  readonly rows: number;
  /** Something stood there that had no row. */
  readonly stood?: boolean;
}

/** Settles the last row of a burst, with what it means against the state before the burst. */
export function settleBurst(
  context: CaptureContext,
  { before, last, rows, stood = false }: BurstRows,
  after: LatestHead | undefined,
): void {
  if (last === undefined) return;
  const event = stood ? decideStood(after) : decideSettled(before, after);
  if (event === undefined) return;
  const isBaseKnown = before?.withheld === undefined || before.unrecordable !== undefined;
  const isCounted = last.snapshot.withheld === undefined && isBaseKnown;
  const counted = () => (isCounted ? countBurst(context, before, after) : null);
  const counts = rows === 1 ? last.snapshot.counts : counted();
  context.recorder.settle(last, { event, counts }, before);
}

/** Something stood there before it had a row. */
function decideStood(after: LatestHead | undefined): "modify" | "delete" {
  return after === undefined ? "delete" : "modify";
}

function countBurst(
  context: CaptureContext,
  before: LatestHead | undefined,
  after: LatestHead | undefined,
): LineCounts | null {
  if (after === undefined) {
    const old =
      before === undefined || isLinkMode(before.mode)
        ? undefined
        : context.recorder.content(before.hash);
    if (old === undefined || hasNul(old)) return null;
    const { lines } = countLines(undefined, old);
    return { lines: 0, added: 0, removed: lines, exact: true };
  }
  const content = isLinkMode(after.mode) ? undefined : context.recorder.content(after.hash);
  return content === undefined ? null : countStep(context, before, content);
}
