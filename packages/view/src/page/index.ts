export {
  type Entry,
  type EntryFile,
  type EntryKind,
  entryKinds,
  type Writer,
} from "../happenings/entry.ts";
export { Latest } from "../happenings/latest.ts";
export { type ListRow, listRows } from "../happenings/list-rows.ts";
export {
  keyOfEntry,
  type Listed,
  successorOf,
  takeFirstPage,
  takeOlderPage,
} from "../happenings/listed.ts";
export {
  countEffects,
  groupPlan,
  type PlanGroup,
  type PlannedFile,
} from "../happenings/plan-summary.ts";
export { canTakeBack, justBefore, wayBack } from "../happenings/way-back.ts";
export {
  type Filter,
  openScreen,
  type PageState,
  parseAddress,
  renderAddress,
  type Screen,
} from "./address.ts";
export {
  barHeight,
  type ChartBucket,
  type ChartSeries,
  chartSeries,
  countOf,
} from "./chart-parts.ts";
export {
  addChip,
  type Chip,
  chipsOf,
  completeAuthor,
  parseChip,
  removeChip,
  renderChip,
  suggest,
} from "./chips.ts";
export { cutParts } from "./cut-parts.ts";
export {
  cutHunks,
  type DiffCell,
  type DiffHunk,
  type DiffPair,
  invertHunk,
  splitRows,
  unifiedRows,
} from "./diff-rows.ts";
export { type LoggedVersion, type LoggedWhile, partFiles, withFiles } from "./entry-files.ts";
export { findHits } from "./find-hits.ts";
export { type DeletedGroup, groupDeleted } from "./group-deleted.ts";
export { hideSpaceChanges } from "./hide-space.ts";
export { matchHunks, type OfferedHunk } from "./match-hunks.ts";
export { type Neighbours, neighboursOf } from "./neighbours.ts";
export { type PaintedText, paintLine } from "./paint-line.ts";
export { type TimeTick, timeTicks } from "./time-ticks.ts";
export { judgeSafety, type Verdict } from "./verdict.ts";
export { dragged, holdAt, moveEdge, type Range, scale, slide } from "./zoom.ts";
