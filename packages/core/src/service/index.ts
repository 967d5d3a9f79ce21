export { addCrontabLines, hasCrontabLines, takeCrontabLines } from "./crontab-lines.ts";
export { isServiceStale } from "./decide-repair.ts";
export { isSameEntry, planServiceEntry, type ServiceEntry } from "./service-entry.ts";
export {
  chooseManager,
  type ServiceFacts,
  type ServiceManager,
  serviceManagers,
} from "./service-manager.ts";
export {
  type EnabledService,
  emptyServiceNote,
  parseServiceNote,
  renderServiceNote,
  type ServiceNote,
} from "./service-note.ts";
export { type ServiceProgram, serviceMark } from "./service-program.ts";
