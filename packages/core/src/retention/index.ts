export { agesFrom, stepAgeClock } from "./age-clock.ts";
export { agedRecords } from "./aged-records.ts";
export { ChargePlanner, type Charges } from "./charge-planner.ts";
export { contentKey, type SizeOf } from "./content-meter.ts";
export type { DropReason, KeepReason } from "./plan-path.ts";
export { type PruneOrder, type PrunePlan, PrunePlanner } from "./plan-prune.ts";
export {
  configuredPolicy,
  olderThan,
  planningInstant,
  type RetentionPolicy,
} from "./policy.ts";
export { gatherProtection, operationsKeptMs, type Protection } from "./protection.ts";
export type { PruneGroup } from "./prune-tally.ts";
export { type PruneReview, reviewPrune } from "./review-prune.ts";
export { sayPolicy } from "./say-policy.ts";
export { shareOfPath } from "./share-of-path.ts";
export type { SnapshotIds } from "./snapshot-ids.ts";
export { thinnedAt } from "./thinned-at.ts";
export { thinsEarlier } from "./thins-earlier.ts";
