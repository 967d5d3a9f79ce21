export { openTimelineCheck } from "./check.ts";
export { type ProjectIdentity, readIdentity, writeRoot } from "./identity.ts";
export { openTimeline, openTimelineReader } from "./open.ts";
export { type Rebuilt, rebuildTimeline } from "./rebuild.ts";
export { sqliteVersion } from "./sqlite-version.ts";
