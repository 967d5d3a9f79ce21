// The second front door: what a process needs that records. Kept apart, because a command that only
// reads must not load engine, watchers and hashing.
export { beat, beginRecording, endRecording, readHeartbeat } from "./heartbeat.ts";
export { findMovedAlong, requireMovable } from "./moved-project.ts";
export { fileBytesMax, filterFor, openProject } from "./open-project.ts";
export { chooseProjectId, projectId } from "./project-id.ts";
export { openRecorderWorld, type RecorderWorld } from "./recorder-world.ts";
export { readSettings } from "./settings.ts";
export { startProject } from "./start-project.ts";
export { repairHome } from "./verify/repair-home.ts";
export { type BackendInUse, WatchBackends } from "./watch-backend.ts";
export { readWatchFacts } from "./watch-facts.ts";
export { flushProject } from "./work/flush.ts";
export { projectWork, type WorkMethod } from "./work/project-work.ts";
export { workAside } from "./work/work-aside.ts";
