export { birthOf } from "./birth.ts";
export { type Estimate, judgeEstimate } from "./estimate.ts";
export { decideWatch, type WatchFacts } from "./refusals.ts";
