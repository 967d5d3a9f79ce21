import { type Block, planBlocks } from "./block.ts";
import { defaultLineBudget, type LineBudget } from "./budget.ts";
import { compareLines } from "./changes.ts";
import { type Hunk, planHunks } from "./hunk.ts";
import { indexLines, type LineIndex } from "./line-index.ts";
import { planSlides } from "./slide.ts";

export interface LineDiff {
  /** From top to bottom, not overlapping. Empty when the contents are equal. */
  readonly hunks: readonly Hunk[];
  /** Lines with `+` and `-`: the numbers `countLines` gives for the same budget. */
  readonly added: number;
  readonly removed: number;
  /** False when the budget ran out. The hunks are correct then, too, only longer than needed. */
  readonly exact: boolean;
}

export interface DiffOptions {
  /** Kept lines around a change; 3 when omitted. */
  readonly context?: number;
  readonly budget?: LineBudget;
}

const nothing = new Uint8Array(0);

/** The step from `before` to `after` as hunks. `undefined`: there is no file. */
export function diffLines(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  { context = 3, budget = defaultLineBudget }: DiffOptions = {},
): LineDiff {
  const old = indexLines(before ?? nothing);
  const now = indexLines(after ?? nothing);
  const { blocks, exact } = compareBlocks(old, now, budget);
  return {
    hunks: planHunks(blocks, old, now, context),
    added: blocks.reduce((sum, block) => sum + block.newTo - block.newFrom, 0),
    removed: blocks.reduce((sum, block) => sum + block.oldTo - block.oldFrom, 0),
    exact,
  };
}

/** The changed blocks where a person would see them. `exact`: as in `LineDiff`. */
export function compareBlocks(
  before: LineIndex,
  after: LineIndex,
  budget: LineBudget = defaultLineBudget,
): { readonly blocks: readonly Block[]; readonly exact: boolean } {
  const changes = compareLines(before.bytes, after.bytes, budget);
  return { blocks: planSlides(planBlocks(changes), before, after), exact: changes.exact };
}
