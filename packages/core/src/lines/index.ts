export { type ApplyOutcome, applyHunks } from "./apply.ts";
export { defaultLineBudget, type LineBudget } from "./budget.ts";
export { countLines } from "./count.ts";
export { type DiffOptions, diffLines, type LineDiff } from "./diff.ts";
export type { DiffLine, Hunk } from "./hunk.ts";
export { type ColumnRange, type IntralineChanges, intraline } from "./intraline.ts";
export { type FilePatch, type PatchSide, renderUnified } from "./unified.ts";
