export {
  type ActionOutcome,
  type Aftermath,
  explainKept,
  isDone,
  type OrderAction,
  type RestoreOutcome,
  tellRestore,
  tellUndo,
  type UndoOutcome,
} from "./action-outcome.ts";
