export { judgeContent, type Signature } from "./content.ts";
export { createFilter } from "./create-filter.ts";
export type { Filter, FilterOptions } from "./filter.ts";
export {
  type HeldFiles,
  type HeldRules,
  heldFilesKey,
  parseHeldFiles,
  renderHeldFiles,
} from "./held-rules.ts";
export type { IgnoreSources, OuterIgnoreFile } from "./ignore-files.ts";
export { privateNames } from "./lists/private-names.ts";
export type { ListChange } from "./name-layers.ts";
export { secretChange } from "./secret-change.ts";
export type { SecretChange } from "./secret-rules.ts";
export { renderSetAside, type SetAside } from "./set-aside.ts";
export {
  type Layer,
  type Recorded,
  type RuleSource,
  renderVerdict,
  type Skipped,
  type Verdict,
} from "./verdict.ts";
