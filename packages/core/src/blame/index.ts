export { type BlameVersion, blameInSteps, type LineOrigin, planBlame } from "./blame.ts";
export { planMergedBack } from "./merged-back.ts";
