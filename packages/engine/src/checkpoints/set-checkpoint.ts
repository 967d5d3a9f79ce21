import { type RelPath, UnfError, type WallMs } from "@unf/core/base";
import { refuseLabel } from "@unf/core/checkpoints";
import { limits } from "@unf/core/config";
import { equalBytes } from "@unf/core/lines";
import type { Timeline } from "@unf/core/ports";
import type { Checkpoint, NewCheckpoint } from "@unf/core/timeline";
import type { Site } from "../site/site.ts";
import type { Progress } from "../sweep/sweep-ports.ts";
import { hasChanges } from "./changed-since.ts";

/** The given part of a new checkpoint. */
export type CheckpointOrder = Pick<NewCheckpoint, "label" | "message" | "payload" | "pinned">;

export interface CheckpointReport {
  readonly id: number;
  /** False when the tree is that of an earlier checkpoint which says the same: that one is named. */
  readonly created: boolean;
}

/**
 * Sets a bookmark on the project as it is on disk now. Runs alone in its project: everything is
 * recorded first, and what is written meanwhile lies beyond the bookmark. Beyond that its cost does
 * not depend on the number of files. Throws `usage` for a label, message or payload that cannot be
 * kept, and `not_found` while the root is away.
 */
export async function setCheckpoint(
  site: Site,
  order: CheckpointOrder,
  onProgress?: (progress: Progress) => void,
): Promise<CheckpointReport> {
  checkTexts(order, limits.checkpoint);
  return site.exclusively(async () => {
    const { timeline, clock, root } = site.ports;
    if (!site.context.isRootThere()) {
      throw new UnfError("not_found", `the directory ${root} is not there; no checkpoint was set`);
    }
    await site.flushNow(["" as RelPath], onProgress);
    const { lastId, lastAt, files } = timeline.facts();
    const snapshot = lastId ?? 0;
    const same = findSame(timeline, order);
    if (same !== undefined && !hasChanges(timeline, { from: same.snapshot, to: snapshot })) {
      if (order.pinned && !same.pinned) timeline.pinCheckpoint(same.id, true);
      return { id: same.id, created: false };
    }
    // A timeline's instants never go back, whatever the clock does.
    const at = Math.max(clock.wall(), lastAt ?? 0) as WallMs;
    const { label, message, payload, pinned } = order;
    const id = timeline.addCheckpoint({ label, message, at, snapshot, files, payload, pinned });
    return { id, created: true };
  });
}

/** Throws `usage` for a label, message or payload that cannot be kept. */
export function checkTexts(
  { label, message, payload }: CheckpointOrder,
  { messageCharsMax }: { readonly messageCharsMax: number },
): void {
  const { payloadBytesMax } = limits.checkpoint;
  const refusal = label === null ? undefined : refuseLabel(label);
  if (refusal !== undefined) {
    throw new UnfError("usage", refusal, { hint: "unf checkpoint --help" });
  }
  if (message !== null && message.length > messageCharsMax) {
    throw new UnfError("usage", `a message has at most ${messageCharsMax} characters`);
  }
  if (payload !== null && payload.length > payloadBytesMax) {
    throw new UnfError("usage", `a payload has at most ${payloadBytesMax} bytes`);
  }
}

/** The newest checkpoint that says the same. Payloads are only read where their lengths are equal. */
function findSame(timeline: Timeline, order: CheckpointOrder): Checkpoint | undefined {
  return timeline
    .checkpoints()
    .find(
      (known) =>
        known.label === order.label &&
        known.message === order.message &&
        hasPayload(timeline, known, order.payload),
    );
}

/** True when the known checkpoint has this payload, or both have none. */
export function hasPayload(
  timeline: Timeline,
  { id, payloadBytes }: Checkpoint,
  payload: Uint8Array | null,
): boolean {
  if (payload === null || payloadBytes !== payload.length) {
    return payload === null && payloadBytes === null;
  }
  const known = timeline.checkpointPayload(id);
  return known !== undefined && equalBytes(known, payload);
}
