// The second front door: what a process needs that records. Kept apart, because a command that only
// reads must not load engine, watchers and hashing.
export { findMovedAlong, requireMovable } from "./moved-project.ts";
export { fileBytesMax, filterFor, openProject } from "./open-project.ts";
export { chooseProjectId, projectId } from "./project-id.ts";
export { openRecorderWorld, type RecorderWorld } from "./recorder-world.ts";
export { restoreAside } from "./restore-aside.ts";
export { answerRestore } from "./restore-request.ts";
export { readSettings } from "./settings.ts";
export { repairHome } from "./verify/repair-home.ts";
export { type BackendInUse, WatchBackends } from "./watch-backend.ts";
export { readWatchFacts } from "./watch-facts.ts";
