export {
  type ActionOutcome,
  type Aftermath,
  explainKept,
  isDone,
  type OrderAction,
  outcomeOfRestore,
  outcomeOfUndo,
  type RestoreOutcome,
  type UndoOutcome,
} from "./action-outcome.ts";
