export {
  type ForgetOrder,
  type ForgettableRow,
  isGlob,
  patternOfPath,
  planForgetTest,
} from "./forget-test.ts";
export { LineFinder, planLines, spellings } from "./lines.ts";
export { planNeedles } from "./needles.ts";
export { forgetPlanId, type MarkedPlan } from "./plan-id.ts";
export { type NeedlePrint, planSeek, printOf } from "./prints.ts";
export { encodeSearches, type ForgetSearch, parseSearches } from "./search.ts";
