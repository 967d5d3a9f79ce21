export { type BlameVersion, blameInSteps, type LineOrigin, planBlame } from "./blame.ts";
