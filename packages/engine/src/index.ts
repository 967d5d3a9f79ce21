export { Slice } from "./base/slice.ts";
export type { StoragePorts } from "./base/storage-ports.ts";
export { WorkQueue } from "./base/work-queue.ts";
export type { SkipReason } from "./capture/capture-outcome.ts";
export { exportTree } from "./change/export-tree.ts";
export {
  type AppliedUndo,
  type InvertOrder,
  type InvertReport,
  invertProject,
} from "./change/invert-project.ts";
export { type OopsOrder, type OopsReport, oopsProject } from "./change/oops-project.ts";
export { readNameRules } from "./change/plan/read-name-rules.ts";
export { type PlanPorts, readPlan } from "./change/plan/read-plan.ts";
export type { OopsScope } from "./change/plan/read-scope.ts";
export {
  type AppliedAction,
  type RestoreOrder,
  type RestoreReport,
  restoreProject,
} from "./change/restore-project.ts";
export type { Applied } from "./change/run/run-planned.ts";
export { takeRescues } from "./change/stage/take-rescues.ts";
export {
  type CheckpointOrder,
  type CheckpointReport,
  setCheckpoint,
} from "./checkpoints/set-checkpoint.ts";
export { Contents } from "./contents/contents.ts";
export { type SignaturePort, Signatures } from "./contents/signatures.ts";
export {
  type CollectOrder,
  type CollectReport,
  collect,
} from "./keep/collect/collect.ts";
export type { NamedNeeds } from "./keep/collect/needed.ts";
export { forgetContents } from "./keep/forget/forget-contents.ts";
export { forgetRows } from "./keep/forget/forget-rows.ts";
export {
  eachForgettable,
  type ForgetPlan,
  readForgetPlan,
} from "./keep/forget/read-forget-plan.ts";
export { type PackingPorts, type PackingReport, packCold } from "./keep/packing/pack-cold.ts";
export { AgeClock } from "./keep/retention/age-clock.ts";
export {
  decayProject,
  type PruneOrder,
  type PruneReport,
  pruneProject,
} from "./keep/retention/prune-project.ts";
export type { PruneRequest } from "./keep/retention/read-prune-plan.ts";
export { type TakenBack, takeBackPrunings } from "./keep/retention/take-back-prunings.ts";
export {
  type CapBounds,
  type CapFacts,
  type CapPorts,
  CapWatch,
  type DiskNeed,
} from "./keep/storage/cap-watch.ts";
export { readStoredSizes } from "./keep/storage/stored-sizes.ts";
export { type HealedObject, type HealingSource, healObjects } from "./keep/verify/heal-objects.ts";
export { LapseWatch } from "./project/lapse-watch.ts";
export { Project } from "./project/project.ts";
export type { Row } from "./record/recorder.ts";
export type { ProjectCondition, WatchLimits } from "./site/condition.ts";
export { HeldIgnoreFiles } from "./site/held-files.ts";
export { type OrderAtWork, type OrderProgress, Orders } from "./site/orders.ts";
export type {
  FlushReport,
  ProjectLimits,
  ProjectPorts,
} from "./site/project-ports.ts";
export type { RootIdentity } from "./site/root-guard.ts";
export { settleAuthors } from "./site/settle-authors.ts";
export type { Progress, SweepReport } from "./sweep/sweep-ports.ts";
export { TreeRecorder } from "./trees/tree-recorder.ts";
