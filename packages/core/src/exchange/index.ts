export { renderChange, renderCommit, type TreeChange } from "./fast-import.ts";
export type { ForeignHistories, ForeignRecord } from "./foreign-histories.ts";
export {
  type ForeignHistory,
  type ForeignMark,
  type ForeignRow,
  type ForeignSession,
  type LeftOutReason,
  leftOutReasons,
  type TakenRow,
} from "./foreign-history.ts";
export { fitsIntoGit, gitMode, gitRefOf, isRefName } from "./git-names.ts";
export { type CommitGroup, planCommits } from "./plan-commits.ts";
export { planTakeOver, type TakeOver } from "./plan-take-over.ts";
export { type PathTest, refusedPaths, secretPaths } from "./secret-path.ts";
export { tarEnd, tarMember } from "./tar.ts";
export type {
  ArrivingHistory,
  ArrivingRow,
  ArrivingSession,
  BuiltTimeline,
  TimelineBuilder,
} from "./timeline-builder.ts";
