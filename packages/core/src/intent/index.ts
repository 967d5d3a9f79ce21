export { type ChosenIntent, chooseIntent, type FoundIntent } from "./choose-intent.ts";
export {
  addProject,
  emptyIntent,
  type IntendedProject,
  type Intent,
  type ProjectOptions,
  quarantineProject,
  relinkProject,
  removeProject,
  setRunning,
} from "./intent.ts";
export { parseIntent, renderIntent } from "./intent-file.ts";
export { judgeSilence } from "./judge-silence.ts";
export { reviewQuarantines, sayQuarantine } from "./quarantine.ts";
export { stepSupervision } from "./supervise.ts";
export {
  freshSupervision,
  type LastWords,
  type Observation,
  type SeenDaemon,
  type Supervision,
  type SupervisionAction,
} from "./supervision.ts";
