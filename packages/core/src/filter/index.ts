export type { Signature } from "./content.ts";
export { createFilter, type Filter, type FilterOptions } from "./filter.ts";
export type { IgnoreSources, OuterIgnoreFile } from "./ignore-files.ts";
export type { ListChange, SecretChange } from "./name-layers.ts";
export { privateNames } from "./private-names.ts";
export {
  type Layer,
  type Recorded,
  type RuleSource,
  renderVerdict,
  type Skipped,
  type Verdict,
} from "./verdict.ts";
