import type { OopsPreview } from "@unf/answers";
import { type BlobId, decodeUtf8Lossy, pathToColumn, UnfError } from "@unf/core/base";
import { type Hunk, hasNul, splitHunks } from "@unf/core/lines";
import {
  type ChosenHunks,
  nameWork,
  type OopsRequest,
  type UndoAction,
} from "@unf/core/operations";
import { isLinkMode, type StepState } from "@unf/core/timeline";
import type * as Public from "./public.ts";
import { requirePlan } from "./restore.ts";
import type { Session } from "./session.ts";

/** An oops as it is planned now, and the request that plans it again. */
export interface PlannedPart {
  readonly request: OopsRequest;
  readonly preview: OopsPreview;
}

/**
 * Plans the part of the request that the numbers name, of the plan in which they were counted. Throws
 * `conflict` where that is another one by now, and `not_found` for a number that it does not have.
 */
export function planPart(
  session: Session,
  request: OopsRequest,
  { hunks, planId }: { readonly hunks: readonly ChosenHunks[]; readonly planId: string | null },
): PlannedPart {
  const { within = [] } = request;
  const files = [...within, ...hunks.map(({ path }) => path)];
  const plan = (asked: OopsRequest) => session.reader.planOops(asked);
  const partOf = (seen: OopsPreview) => {
    const part = { ...nameWork(request, seen.scopes), within: files, hunks };
    return { request: part, preview: plan(part), seen };
  };
  let chosen = partOf(plan({ ...request, within: files }));
  const { seen, preview } = chosen;
  if (planId !== null && ![seen.plan.id, preview.plan.id].includes(planId)) {
    // Where no paths were given, the plan that was seen is of all the work.
    const whole = within.length === 0 ? plan(request) : seen;
    requirePlan(planId, whole.plan.id);
    chosen = partOf(whole);
  }
  for (const one of hunks) requireHunks(session, chosen.seen, one);
  return chosen;
}

/** The hunks of every file that the plan rewrites, each with its number. */
export function listHunks(session: Session, preview: OopsPreview): Public.OopsHunk[] {
  return preview.plan.actions.flatMap((action) =>
    hunksOf(session, preview, action).map((hunk, index) => ({
      path: pathToColumn(action.path),
      number: index + 1,
      start: hunk.oldStart,
      lines: hunk.lines.map(({ op, bytes }) => `${op}${decodeUtf8Lossy(bytes)}`),
    })),
  );
}

function requireHunks(session: Session, whole: OopsPreview, { path, chosen }: ChosenHunks): void {
  const action = whole.plan.actions.find((one) => one.path === path);
  const count = action === undefined ? 0 : hunksOf(session, whole, action).length;
  const missing = chosen.find((index) => index >= count);
  if (missing === undefined) return;
  const there = count === 1 ? "is 1" : `are ${count}`;
  throw new UnfError(
    "not_found",
    `${pathToColumn(path)} has no hunk ${missing + 1}: there ${there}`,
    { hint: "look at them with dryRun and listHunks" },
  );
}

function hunksOf(session: Session, { contents }: OopsPreview, action: UndoAction): readonly Hunk[] {
  if (action.kind !== "write" || !isText(action.from) || !isText(action.to)) return [];
  const read = (hash: BlobId) => contents.get(hash) ?? readRecorded(session, hash);
  const [now, wanted] = [read(action.from.hash), read(action.to.hash)];
  return hasNul(now) || hasNul(wanted) ? [] : splitHunks(now, wanted);
}

function isText(state: StepState): state is Extract<StepState, { readonly kind: "recorded" }> {
  return state.kind === "recorded" && !isLinkMode(state.mode) && state.unrecordable === undefined;
}

/** A content that was recorded before the plan was made. Throws `conflict` where it was not. */
function readRecorded({ timeline, reader }: Session, hash: BlobId): Uint8Array {
  const row = timeline.contentRow(hash);
  if (row !== undefined) return reader.content(row);
  throw new UnfError("conflict", "a file changes just now; nothing was done", {
    hint: "look at it again with dryRun",
  });
}
