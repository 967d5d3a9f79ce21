export {
  type DiskLevel,
  type DiskRoom,
  decideDiskLevel,
  hasRoomForBallast,
  isShortOfInodes,
  planDiskMarks,
} from "./disk-level.ts";
export { directoryKey, extensionKey, groupUsage, type UsageGroup } from "./group-usage.ts";
export { type HomeSize, sumHistory, sumHome } from "./home-size.ts";
export { planMigrationRoom } from "./migration-room.ts";
export { isWorthPacking, type PackBounds, planMerge } from "./plan-packs.ts";
export {
  type CapLevel,
  decideCapLevel,
  type Excess,
  excessOf,
  planStoreCap,
  reliefPolicies,
} from "./store-cap.ts";
