export type { DropReason, KeepReason } from "./plan-path.ts";
export { type PruneOrder, type PrunePlan, PrunePlanner } from "./plan-prune.ts";
export {
  configuredPolicy,
  decayInstant,
  isClockDoubtful,
  olderThan,
  planningInstant,
  type RetentionPolicy,
} from "./policy.ts";
export { gatherProtection, operationsKeptMs, type Protection } from "./protection.ts";
export type { PruneGroup } from "./prune-tally.ts";
export { type PruneReview, reviewPrune } from "./review-prune.ts";
export { sayPolicy } from "./say-policy.ts";
export { thinnedAt } from "./thinned-at.ts";
