export { judgeContent, type Signature } from "./content.ts";
export { createFilter } from "./create-filter.ts";
export type { Filter } from "./filter.ts";
export {
  type HeldFiles,
  type HeldRules,
  heldFilesKey,
  parseHeldFiles,
  renderHeldFiles,
} from "./held-rules.ts";
export { ignoreFileNames, infoExclude, type OuterIgnoreFile } from "./ignore-files.ts";
export { makerNames } from "./lists/directory-names.ts";
export { secretChange } from "./secret-change.ts";
export { renderSetAside, type SetAside } from "./set-aside.ts";
export { renderVerdict, type Skipped, type Verdict } from "./verdict.ts";
