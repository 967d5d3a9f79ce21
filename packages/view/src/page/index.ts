export type { Entry, EntryFile, EntryKind, Writer } from "../happenings/entry.ts";
export { Latest } from "../happenings/latest.ts";
export { type ListRow, listRows } from "../happenings/list-rows.ts";
export { mergeNewer } from "../happenings/listed.ts";
export { matches } from "../happenings/matches.ts";
export {
  countEffects,
  groupPlan,
  type PlanGroup,
  type PlannedFile,
} from "../happenings/plan-summary.ts";
export { canTakeBack, justBefore, wayBack } from "../happenings/way-back.ts";
export {
  type Filter,
  type PageState,
  parseAddress,
  renderAddress,
  type Screen,
  startState,
} from "./address.ts";
export {
  addChip,
  type Chip,
  chipsOf,
  parseChip,
  removeChip,
  renderChip,
  suggest,
} from "./chips.ts";
export {
  type DiffCell,
  type DiffHunk,
  type DiffPair,
  segments,
  splitRows,
  unifiedRows,
} from "./diff-rows.ts";
export { matchHunks, type OfferedHunk } from "./match-hunks.ts";
export { dragged, holdAt, moveEdge, type Range, scale, slide } from "./zoom.ts";
