import { pathToColumn, UnfError } from "@unf/core/base";
import { outcomeOfRestore, type RestoreOutcome } from "@unf/core/orders";
import type { RestoreRequest } from "@unf/core/restore";
import { type ReportedOutcome, readOutcome } from "@unf/protocol";
import type * as Public from "./public.ts";
import { toRequest, toWords } from "./restore-request.ts";
import type { Session } from "./session.ts";

/** Restores, or says what a restore would do: after a flush, so that its plan is still true then. */
export async function restore(
  session: Session,
  target: Public.RestoreTarget,
  options: Public.RestoreOptions,
): Promise<Public.Restored> {
  const { exact = false, dryRun = false, planId = null } = options;
  const request = toRequest(session, target, options);
  if (dryRun) {
    await session.flushIfRecorded();
    const { id, actions: all } = await session.reader.planRestore(request);
    requirePlan(planId, id);
    const actions = all.map((one) => toPublic(outcomeOfRestore(one), exact));
    return { planId: id, operation: null, actions, ...readTwice(session, request) };
  }
  // Before the restore: what it records is newer than either time.
  const twice = readTwice(session, request);
  const argv = toWords(target, options);
  const params = { root: session.wireRoot, plan: planId, argv, ...request };
  const reply = await session.request("restore", params);
  const actions = reply.actions.map((one) => toPublic(readOutcome(one), exact));
  return { planId: reply.plan, operation: reply.operation, actions, ...twice };
}

function readTwice(
  { timeline }: Session,
  { target }: RestoreRequest,
): Pick<Public.Restored, "shownTwice"> {
  const twice = "at" in target ? timeline.shownTwice(target.at) : undefined;
  if (twice === undefined) return {};
  return { shownTwice: { later: twice.later, earlier: twice.earlier ?? null } };
}

/** Throws `conflict` when a plan that was seen before is another one now. */
export function requirePlan(wanted: string | null, now: string): void {
  if (wanted === null || wanted === now) return;
  throw new UnfError("conflict", `the plan is now ${now}, not ${wanted}`, {
    hint: "look at it with dryRun",
  });
}

/** A file of a restore, planned or carried out. */
function toPublic(
  outcome: ReportedOutcome<RestoreOutcome["action"]>,
  exact: boolean,
): Public.RestoreAction {
  // A caller that asks for exactly that state has not got it while a later file stays.
  const stays = exact && outcome.action === "kept_newer";
  const { from = null, to = null } = outcome;
  return {
    ...commonOf(stays ? { why: "not_recorded", ...outcome } : outcome),
    action: outcome.action,
    from,
    to,
    failed: stays || outcome.action === "refused",
  };
}

/** The fields that the library gives of a file of any order. */
export function commonOf({ path, why, rescued }: ReportedOutcome) {
  return {
    path: pathToColumn(path),
    ...(why === undefined ? {} : { why }),
    ...(rescued === undefined ? {} : { rescued }),
  };
}
