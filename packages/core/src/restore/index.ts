export {
  planRestore,
  type RestoreAction,
  type RestorePlan,
  type RestoreRequest,
  whyUntouched,
} from "./plan.ts";
export type { DiskState, WantedFile } from "./restore-facts.ts";
export { planRestoreSteps } from "./restore-steps.ts";
export { directoryPoints, type RestoreTarget, targetOf, targetPoints } from "./target.ts";
