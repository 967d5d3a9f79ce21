export { openTimelineCheck } from "./check.ts";
export { convertTimeline } from "./convert.ts";
export { type ProjectIdentity, readIdentity, writeRoot } from "./identity.ts";
export { openTimelineNeeds } from "./needs.ts";
export { finishSwap, openTimeline, openTimelineReader } from "./open.ts";
export { type ForeignRecord, readForeign } from "./read-foreign.ts";
export { type Rebuilt, rebuildTimeline } from "./rebuild.ts";
export { sqliteVersion } from "./sqlite-version.ts";
export { type Arrival, buildWithArrival, type NewRow } from "./take-over.ts";
