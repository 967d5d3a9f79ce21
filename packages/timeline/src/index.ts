export { type ProjectIdentity, readIdentity, writeRoot } from "./identity.ts";
export { openTimeline, openTimelineReader } from "./open.ts";
