export { type ProjectIdentity, readIdentity } from "./identity.ts";
export { openTimeline, openTimelineReader } from "./open.ts";
