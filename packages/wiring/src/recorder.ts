// The second front door: what a process needs that records. Kept apart, because a command that only
// reads must not load engine, watchers and hashing.
export { collectHome } from "./collect/collect-home.ts";
export { convertFormer } from "./convert-former.ts";
export { listPending } from "./forget/carry-on.ts";
export { type CarriedOn, carryOnAll, forgetHome, ownDoors } from "./forget/forget-home.ts";
export { scanHome } from "./forget/scan-home.ts";
export { searchForgotten, searchInChild } from "./forget/search-home.ts";
export { readSearches } from "./forget/searches.ts";
export { beat, beginRecording, endRecording, readHeartbeat } from "./heartbeat.ts";
export { openStore } from "./home-reader.ts";
export { findMovedAlong, requireMovable } from "./moved-project.ts";
export { nestedProjects, noteHandovers, takeBackDirectories } from "./nested-projects.ts";
export { fileBytesMax, filterFor, openProject } from "./open-project.ts";
export { openPace, type PackingPace, packHome } from "./packing/pack-home.ts";
export { listForgotten } from "./project-filter.ts";
export { chooseProjectId, projectId } from "./project-id.ts";
export { flushStore, openRecorderWorld, type RecorderWorld } from "./recorder-world.ts";
export { readSettings } from "./settings.ts";
export { type FirstSweep, type StartWish, startProject, watchProject } from "./start-project.ts";
export { type BackendInUse, WatchBackends } from "./watch-backend.ts";
export { readWatchFacts } from "./watch-facts.ts";
export { listFormer, settleFormer, withFormer } from "./work/each-former.ts";
export { flushProject } from "./work/flush.ts";
export { type HomeMethod, homeWork } from "./work/home-work.ts";
export { answerInterrupt } from "./work/interrupt.ts";
export { projectWork, type WorkMethod } from "./work/project-work.ts";
export { workAside } from "./work/work-aside.ts";
