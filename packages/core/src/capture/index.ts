export {
  type Burst,
  type BurstLimits,
  decideDue,
  isOver,
  missedMs,
  sparesGrowthUntil,
  stepCaptured,
  stepHeld,
  stepSpared,
  stepTouched,
  stepUnstable,
} from "./burst.ts";
export { type CommitLimits, decideCommitAt } from "./commit.ts";
export { CpuShare } from "./cpu-share.ts";
export { type Cost, type PaceLimits, PathCosts } from "./path-costs.ts";
export { isRacy } from "./racy.ts";
export { decideSettled } from "./settle.ts";
