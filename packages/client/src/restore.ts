import { pathToColumn, UnfError } from "@unf/core/base";
import { type RestoreAction, type RestoreRequest, whyUntouched } from "@unf/core/restore";
import type { RestoreActionReport } from "@unf/protocol";
import { toRestoreParams } from "@unf/wiring";
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
    const { id, actions: all } = session.reader.planRestore(request);
    requirePlan(planId, id);
    const actions = all.map((one) => planned(one, exact));
    return { planId: id, operation: null, actions, ...readTwice(session, request) };
  }
  // Before the restore: what it records is newer than either time.
  const twice = readTwice(session, request);
  const argv = toWords(target, options);
  const more = { root: session.wireRoot, plan: planId, argv };
  const reply = await session.request("restore", toRestoreParams(request, more));
  const actions = reply.actions.map((one) => done(one, exact));
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

function planned(action: RestoreAction, exact: boolean): Public.RestoreAction {
  const why = whyUntouched(action);
  return judge(
    {
      path: pathToColumn(action.path),
      action: action.kind,
      from: "disk" in action && "snapshot" in action.disk ? action.disk.snapshot : null,
      to: "wanted" in action ? action.wanted.snapshot : null,
      failed: action.kind === "refused",
      ...(why === undefined ? {} : { why }),
    },
    exact,
  );
}

function done(report: RestoreActionReport, exact: boolean): Public.RestoreAction {
  const { path, action, from, to, failed = false, why, rescued } = report;
  return judge(
    {
      path,
      action,
      from: toNumber(from),
      to: toNumber(to),
      failed: failed || action === "refused",
      ...(why === undefined ? {} : { why }),
      ...(rescued === undefined ? {} : { rescued }),
    },
    exact,
  );
}

/** Who asks for exactly that state has not got it while a later file stays. */
function judge(outcome: Public.RestoreAction, exact: boolean): Public.RestoreAction {
  if (!exact || outcome.action !== "kept_newer") return outcome;
  return { why: "not_recorded", ...outcome, failed: true };
}

/** 1234 of `v1234`. */
function toNumber(version: string | null): number | null {
  return version === null ? null : Number(version.slice(1));
}
