import type { BlobId, RelPath } from "@unf/core/base";
import type { EntryStat } from "@unf/core/ports";
import { type NewSnapshot, type NotKept, unknownAuthor } from "@unf/core/timeline";
import { countStep } from "../record/count-step.ts";
import type { LatestHead, Row } from "../record/recorder.ts";
import type { CaptureContext } from "./capture-context.ts";
import type { CaptureWhy } from "./capture-outcome.ts";
import { seeModesAbove } from "./see-modes.ts";

/** A state that was found at a path, and is another than its head. */
export interface NewState {
  readonly path: RelPath;
  readonly head: LatestHead | undefined;
  readonly why: CaptureWhy;
  readonly bytes: number;
  /** Left out where it is not kept. */
  readonly content?: Uint8Array;
  readonly stat: EntryStat;
  readonly racy: boolean;
}

interface Marked {
  readonly hash: BlobId;
  readonly mark: NotKept;
}

/** Records it, with its lines where they can be counted. */
export function addRow(
  context: CaptureContext,
  { path, head, why, bytes, content, stat, racy }: NewState,
  { hash, mark }: Marked,
): Row {
  const isKept = mark.withheld === undefined;
  const snapshot: NewSnapshot = {
    path,
    hash,
    bytes,
    at: why.at,
    event: head === undefined && !context.standing.stood(path, stat) ? "create" : "modify",
    counts:
      !isKept || content === undefined || stat.kind === "link"
        ? null
        : countStep(context, head, content),
    settled: why.settled,
    mode: stat.mode,
    cause: why.cause,
    renamedFrom: null,
    operation: why.operation ?? null,
    author: unknownAuthor,
    ...mark,
  };
  context.standing.drop(path);
  // A sweep looks at each directory once.
  if (why.listed === undefined) seeModesAbove(context, path, why.at);
  return context.recorder.add(
    snapshot,
    { path, hash, bytes, mode: stat.mode, stat, racy, ...mark },
    isKept ? content : undefined,
  );
}
