export { type ContentMatches, ContentSearch, noMatches } from "./content-search.ts";
export { decodeHitCursor, encodeHitCursor, isBehind } from "./hit-cursor.ts";
export { type HitRequest, LineHistory, type LineHit } from "./line-history.ts";
export { type LineMatcher, planMatcher } from "./matcher.ts";
