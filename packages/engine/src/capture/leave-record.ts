import type { RelPath } from "@unf/core/base";
import { unknownAuthor } from "@unf/core/timeline";
import { countsOf } from "../record/count-step.ts";
import type { LatestHead, Row } from "../record/recorder.ts";
import type { CaptureContext } from "./capture-context.ts";
import type { CaptureOutcome, CaptureWhy, SkipReason } from "./capture-outcome.ts";

/** Nothing stands at the path any more. */
export function recordGone(
  context: CaptureContext,
  path: RelPath,
  head: LatestHead | undefined,
  why: CaptureWhy,
): CaptureOutcome {
  if (head === undefined) {
    return recordStoodGone(context, path, why);
  }
  if (!why.force) return { kind: "hold" };
  if (!context.isRootThere()) return { kind: "absent" };
  return { kind: "recorded", row: recordDelete(context, head, why) };
}

/**
 * A file without a row is gone: only that can be told, and only where an agent may have done it.
 */
function recordStoodGone(context: CaptureContext, path: RelPath, why: CaptureWhy): CaptureOutcome {
  const { standing, isAgentAbout, isRootThere } = context;
  if (!standing.has(path)) return { kind: "absent" };
  if (!why.force) return { kind: "hold" };
  if (!isRootThere()) return { kind: "absent" };
  standing.drop(path);
  if (!isAgentAbout()) return { kind: "absent" };
  return { kind: "recorded", row: recordDelete(context, { path }, why) };
}

/** The path is on disk but not recorded (any more): its timeline says so once. */
export function leave(
  context: CaptureContext,
  head: LatestHead | undefined,
  why: CaptureWhy,
  reason: SkipReason,
): CaptureOutcome {
  if (head === undefined || reason === "unreadable") return { kind: "skipped", why: reason };
  return { kind: "recorded", row: recordDelete(context, head, { ...why, cause: "excluded" }) };
}

/** Records that a recorded file is no longer there. */
export function recordDelete(
  context: CaptureContext,
  head: LatestHead | Pick<LatestHead, "path">,
  why: CaptureWhy,
): Row {
  const lines = "hash" in head ? countsOf(context, head)?.lines : undefined;
  return context.recorder.add(
    {
      path: head.path,
      hash: null,
      bytes: 0,
      at: why.at,
      event: "delete",
      counts: lines === undefined ? null : { lines: 0, added: 0, removed: lines, exact: true },
      settled: why.settled,
      mode: 0,
      cause: why.cause,
      renamedFrom: null,
      operation: why.operation ?? null,
      author: unknownAuthor,
    },
    null,
  );
}
