import { pathToColumn, UnfError } from "@unf/core/base";
import { outcomeOfUndo } from "@unf/core/orders";
import { readOutcome } from "@unf/protocol";
import { toPublic } from "./invert.ts";
import { listHunks, type PlannedPart, planPart } from "./oops-part.ts";
import { toHunks, toRequest, toWords } from "./oops-request.ts";
import type * as Public from "./public.ts";
import { requirePlan } from "./restore.ts";
import type { Session } from "./session.ts";

/** Takes back what an agent did, or says what that would do: after a flush, as a restore does. */
export async function oops(
  session: Session,
  options: Public.OopsOptions,
): Promise<Public.TakenBack> {
  const { dryRun = false, listHunks: wantsHunks = false } = options;
  if (wantsHunks && !dryRun) throw new UnfError("usage", "listHunks goes with dryRun");
  const { request, preview } = await plan(session, options);
  const doubtful = preview.doubtful.map(pathToColumn);
  if (dryRun) {
    const actions = preview.plan.actions.map((one) => toPublic(outcomeOfUndo(one)));
    const hunks = wantsHunks ? { hunks: listHunks(session, preview) } : {};
    return { planId: preview.plan.id, operation: null, actions, doubtful, ...hunks };
  }
  const planned = options.planId === undefined ? null : preview.plan.id;
  const argv = toWords(options);
  const params = { root: session.wireRoot, wish: request, plan: planned, argv };
  const reply = await session.request("oops", params);
  return {
    planId: reply.plan,
    operation: reply.operation,
    actions: reply.actions.map((one) => toPublic(readOutcome(one))),
    doubtful,
  };
}

/** Plans what is asked for. Throws `conflict` when it is not any more the plan that was seen. */
async function plan(session: Session, options: Public.OopsOptions): Promise<PlannedPart> {
  const { planId = null } = options;
  const request = toRequest(session.timeline, options);
  const hunks = toHunks(options);
  await session.flushIfRecorded();
  if (hunks.length > 0) return planPart(session, request, { hunks, planId });
  const preview = await session.reader.planOops(request);
  requirePlan(planId, preview.plan.id);
  return { request, preview };
}
