export { type ChangedFile, renderChange, renderCommit, type TreeChange } from "./fast-import.ts";
export * from "./foreign-history.ts";
export { fitsIntoGit, gitMode, gitRefOf, isRefName } from "./git-names.ts";
export { type CommitGroup, type GroupKind, planCommits } from "./plan-commits.ts";
export {
  planTakeOver,
  type TakenMark,
  type TakeOver,
  type TakeOverFacts,
} from "./plan-take-over.ts";
export { type PathTest, refusedPaths, secretPaths } from "./secret-path.ts";
export { tarEnd, tarMember } from "./tar.ts";
