export { LineFinder, planLines, spellings } from "./lines.ts";
export {
  type ForgetOrder,
  type ForgettableRow,
  isGlob,
  patternOfPath,
  planMeant,
} from "./meant.ts";
export { planNeedles } from "./needles.ts";
export { forgetPlanId, type MarkedPlan } from "./plan-id.ts";
export { type NeedlePrint, planSeek, printOf } from "./prints.ts";
export { encodeSearches, type ForgetSearch, parseSearches } from "./search.ts";
