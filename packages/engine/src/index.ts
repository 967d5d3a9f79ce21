export type { SkipReason } from "./capture/capture-outcome.ts";
export { Contents } from "./capture/contents.ts";
export type { Row } from "./capture/recorder.ts";
export { type SignaturePort, Signatures } from "./capture/signatures.ts";
export {
  type CheckpointOrder,
  type CheckpointReport,
  setCheckpoint,
} from "./checkpoints/set-checkpoint.ts";
export {
  type CollectOrder,
  type CollectReport,
  collect,
} from "./collect/collect.ts";
export type { NamedNeeds } from "./collect/needed.ts";
export { forgetContents } from "./forget/forget-contents.ts";
export { forgetRows } from "./forget/forget-rows.ts";
export { eachForgettable, type ForgetPlan, readForgetPlan } from "./forget/read-forget-plan.ts";
export type { OopsWish } from "./operations/choose-scope.ts";
export {
  type AppliedUndo,
  type InvertOrder,
  type InvertReport,
  invertProject,
} from "./operations/invert-project.ts";
export { type OopsOrder, type OopsReport, oopsProject } from "./operations/oops-project.ts";
export { type OrderAtWork, type OrderProgress, Orders } from "./operations/orders.ts";
export type { OopsScope } from "./operations/read-scope.ts";
export { takeRescues } from "./operations/take-rescues.ts";
export { type PackingPorts, type PackingReport, packCold } from "./packing/pack-cold.ts";
export type { ProjectCondition, WatchLimits } from "./project/condition.ts";
export { HeldIgnoreFiles } from "./project/held-files.ts";
export { Project } from "./project/project.ts";
export type {
  FlushReport,
  ProjectLimits,
  ProjectPorts,
} from "./project/project-ports.ts";
export { Pulse } from "./project/pulse.ts";
export type { RootIdentity } from "./project/root-guard.ts";
export type { StoragePorts } from "./project/suspension.ts";
export { WorkQueue } from "./project/work-queue.ts";
export { exportTree } from "./restore/export-tree.ts";
export { type PlanPorts, readPlan } from "./restore/read-plan.ts";
export {
  type AppliedAction,
  type RestoreOrder,
  type RestoreReport,
  restoreProject,
} from "./restore/restore-project.ts";
export { AgeClock } from "./retention/age-clock.ts";
export {
  decayProject,
  type PruneOrder,
  type PruneReport,
  pruneProject,
} from "./retention/prune-project.ts";
export type { PruneWish } from "./retention/read-prune-plan.ts";
export { type TakenBack, takeBackPrunings } from "./retention/take-back-prunings.ts";
export {
  type CapFacts,
  type CapPorts,
  CapWatch,
  type CapWish,
  type DiskNeed,
} from "./storage/cap-watch.ts";
export { readStoredSizes } from "./storage/stored-sizes.ts";
export { Slice } from "./sweep/slice.ts";
export type { Progress, SweepReport } from "./sweep/sweep.ts";
export { type HealedObject, type HealingSource, healObjects } from "./verify/heal-objects.ts";
