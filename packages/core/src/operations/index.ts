export { agentOrderWords, readAgentOrder } from "./agent-order.ts";
export { type DirectoryFacts, isContent } from "./directory-steps.ts";
export { nameWork, type OopsRequest, type OopsWork } from "./oops-request.ts";
export { orderDone } from "./order-done.ts";
export { type OopsPlan, type PlannedOops, planOops } from "./plan-oops.ts";
export { type PlannedUndo, planUndo } from "./plan-undo.ts";
export { isSameState, type StandingState } from "./step-state.ts";
export type { ChosenHunks } from "./take-part.ts";
export type { PathDeeds } from "./take-path.ts";
export {
  type Deed,
  findStandingRestores,
  planScopeTakenBack,
  type StandingRestore,
  type TakenBack,
} from "./taken-back.ts";
export type { UndoFacts } from "./undo-facts.ts";
export type { KeptReason, UndoAction, UndoPlan } from "./undo-plan.ts";
export { decideRedo, decideUndo, type InvertDecision, planTakenBack } from "./undo-target.ts";
