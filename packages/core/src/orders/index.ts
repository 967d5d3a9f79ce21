export {
  type ActionOutcome,
  type Aftermath,
  isDone,
  type OrderAction,
  type RestoreOutcome,
  tellRestore,
  tellUndo,
  type UndoOutcome,
} from "./action-outcome.ts";
