// The second front door: what a process needs that records. Kept apart, because a command that only
// reads must not load engine, watchers and hashing.
export {
  type CarriedOn,
  carryOnAll,
  collectHome,
  forgetHome,
  nestedProjects,
  noteHandovers,
  type PackingPace,
  packHome,
  searchForgotten,
  takeBackDirectories,
} from "@unf/maintenance";
export { listForgotten } from "./filter/project-filter.ts";
export { beat, beginRecording, endRecording, readHeartbeat } from "./home/heartbeat.ts";
export { readSettings } from "./home/settings.ts";
export { openStore } from "./home/store.ts";
export {
  chooseProjectId,
  convertFormer,
  examineTimeline,
  listPending,
  nothingWatched,
  openPace,
  projectId,
  readSearches,
  scanHome,
} from "./maintenance/over-home.ts";
export { searchInChild } from "./maintenance/search-in-child.ts";
export { findMovedAlong, requireMovable } from "./read/moved-project.ts";
export { readWatchFacts } from "./read/watch-facts.ts";
export { fileBytesMax, filterFor, openProject } from "./record/open-project.ts";
export { flushStore, openRecorderWorld, type RecorderWorld } from "./record/recorder-world.ts";
export {
  type FirstSweep,
  type StartOptions,
  startProject,
  watchProject,
} from "./record/start-project.ts";
export { type BackendInUse, WatchBackends } from "./record/watch-backend.ts";
export { listFormer, settleFormer, withFormer } from "./work/each-former.ts";
export { flushProject } from "./work/flush.ts";
export { type HomeMethod, homeWork } from "./work/home-work.ts";
export { answerInterrupt } from "./work/interrupt.ts";
export { projectWork, type WorkMethod } from "./work/project-work.ts";
export { workAside } from "./work/work-aside.ts";
