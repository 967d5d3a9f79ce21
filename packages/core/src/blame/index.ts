export { type BlameVersion, type LineOrigin, planBlame } from "./blame.ts";
