export { collectHome } from "./collect/collect-home.ts";
export type { Canary, DoctorFacts, ProjectFacts } from "./doctor/facts.ts";
export { lookForLoss } from "./doctor/look-for-loss.ts";
export { type DoctorPorts, readDoctorFacts } from "./doctor/read-facts.ts";
export { importHome, planImport } from "./exchange/import-home.ts";
export type { ImportWorld } from "./exchange/take-over.ts";
export { listPending } from "./forget/carry-on.ts";
export {
  type CarriedOn,
  carryOnAll,
  forgetHome,
  nothingWatched,
  type WatchedProjects,
} from "./forget/forget-home.ts";
export { scanHome } from "./forget/scan-home.ts";
export { type SearchHome, searchForgotten } from "./forget/search-home.ts";
export { readSearches } from "./forget/searches.ts";
export { type ForgetSideEffects, readSideEffects } from "./forget/side-effects.ts";
export {
  type HandoverWorld,
  nestedProjects,
  noteHandovers,
  takeBackDirectories,
} from "./handover/nested-projects.ts";
export { convertFormer } from "./home/convert-former.ts";
export { type HomePorts, type HomeWorld, nothingOpen, type OpenProjects } from "./home/home.ts";
export { chooseProjectId, projectIdOf } from "./home/project-id.ts";
export { type ProjectEntry, timelineIds } from "./home/projects.ts";
export { isRecordedIn, readRoot } from "./home/read-root.ts";
export { openPace, type PackingPace, packHome } from "./packing/pack-home.ts";
export { type RepairWorld, repairHome } from "./verify/repair-home.ts";
export type {
  ConcernedVersion,
  ExamineDepth,
  Examined,
  ObjectError,
  PackError,
  TimelineError,
  VerifyOrder,
  VerifyReport,
} from "./verify/report.ts";
export { examineTimeline, verifyHome } from "./verify/verify-home.ts";
