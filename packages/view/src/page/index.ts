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
export type { Entry, EntryFile, EntryKind, Writer } from "./facts.ts";
export { Latest } from "./latest.ts";
export { type ListRow, listRows, mergeNewer } from "./list-rows.ts";
export { matchHunks, type OfferedHunk } from "./match-hunks.ts";
export { matches } from "./matches.ts";
export { countEffects, groupPlan, type PlanGroup, type PlannedFile } from "./plan-summary.ts";
export { dragged, holdAt, moveEdge, type Range, scale, slide } from "./zoom.ts";
