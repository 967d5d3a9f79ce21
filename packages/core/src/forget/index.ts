export {
  type ForgetOrder,
  type ForgettableRow,
  isGlob,
  patternOfPath,
  planMeant,
} from "./meant.ts";
export { planNeedles } from "./needles.ts";
