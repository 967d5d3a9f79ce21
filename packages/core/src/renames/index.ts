export { type Arrival, type Departure, fileKey, type RenamePair } from "./candidate.ts";
export { planInodePairs } from "./inode-pairs.ts";
export { planRenames } from "./plan-renames.ts";
export { compareLikeness } from "./similar-pairs.ts";
