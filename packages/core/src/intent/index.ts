export { type ChosenIntent, chooseIntent, type FoundIntent } from "./choose-intent.ts";
export { backOffAfter } from "./daemon-end.ts";
export {
  addProject,
  emptyIntent,
  type IntendedProject,
  type Intent,
  type ProjectOptions,
  type Quarantine,
  quarantineProject,
  relinkProject,
  removeProject,
  setRunning,
  type Trial,
} from "./intent.ts";
export { type ParsedIntent, parseIntent, renderIntent } from "./intent-file.ts";
export { judgeSilence, type SilentFacts } from "./judge-silence.ts";
export { reviewQuarantines, sayQuarantine } from "./quarantine.ts";
export { type SupervisionStep, stepSupervision } from "./supervise.ts";
export {
  freshSupervision,
  type LastWords,
  type Observation,
  type SeenDaemon,
  type SilentWork,
  type Stopping,
  type Supervision,
  type SupervisionAction,
  type WatchedDaemon,
} from "./supervision.ts";
