import type { AbsPath } from "@unf/core/base";
import type { ServiceEntry, ServiceManager } from "@unf/core/service";
import type { RecordingAccess } from "../ports/recording.ts";
import type { ServiceAccess, ServicePlan, ServiceReport } from "../ports/service.ts";
import type { ServiceDisabledAnswer, ServiceEnabledAnswer, ServiceStatusAnswer } from "./shape.ts";

/** Enabling as it was planned, and what came of it. */
export interface Enabled {
  readonly plan: ServicePlan;
  /** False while recording is stopped: the entry starts nothing then. */
  readonly isIntended: boolean;
  readonly answer: ServiceEnabledAnswer;
}

/** Has unf started at login or boot, or says how. Throws `refused`, `failed`. */
export async function enableService(
  ports: Pick<ServiceAccess, "enableService" | "planService"> &
    Pick<RecordingAccess, "ensureRunning" | "inspectRunning">,
  home: AbsPath,
  order: { readonly manager: ServiceManager | undefined; readonly isDryRun: boolean },
): Promise<Enabled> {
  const { isDryRun } = order;
  const plan = await ports.planService(home, order.manager);
  const isChanged = !plan.isStanding;
  if (isChanged && !isDryRun) await ports.enableService(home, plan);
  if (!isDryRun) await ports.ensureRunning(home);
  const { intended } = await ports.inspectRunning(home);
  const { entry, node, program, advice } = plan;
  return {
    plan,
    isIntended: intended,
    answer: {
      action: "enable",
      dry_run: isDryRun,
      changed: isChanged,
      manager: entry.manager,
      state: isDryRun && isChanged ? "disabled" : "enabled",
      file: entry.kind === "file" ? entry.path : null,
      ...{ text: entry.text, node, program, advice: [...advice] },
    },
  };
}

/** Says what disabling would take out. */
export async function planDisableService(
  ports: Pick<ServiceAccess, "readService">,
  home: AbsPath,
): Promise<ServiceDisabledAnswer> {
  const { state, manager, file } = await ports.readService(home);
  return {
    action: "disable",
    dry_run: true,
    changed: state !== "disabled",
    manager: manager ?? null,
    state,
    file: file ?? null,
  };
}

/** Disabling, and the entry that was taken out: `undefined` where there was none. */
export interface Disabled {
  readonly removed: ServiceEntry | undefined;
  readonly answer: ServiceDisabledAnswer;
}

/**
 * Takes out what enabling wrote. `plan`: as it was read before. `force`: also where the entry was edited,
 * which is a `conflict` else. Recording goes on until the machine restarts.
 */
export async function disableService(
  ports: Pick<ServiceAccess, "disableService">,
  home: AbsPath,
  { plan, force }: { readonly plan: ServiceDisabledAnswer; readonly force: boolean },
): Promise<Disabled> {
  const removed = await ports.disableService(home, { force });
  return { removed, answer: { ...plan, dry_run: false, state: "disabled" } };
}

/** How unf is started, as an answer. */
export function serviceStatusAnswer(report: ServiceReport): ServiceStatusAnswer {
  const { state, manager, file, problem, isEdited } = report;
  return {
    action: "status",
    manager: manager ?? null,
    state,
    file: file ?? null,
    problem: problem ?? null,
    edited: isEdited,
  };
}
