import { limits } from "../config/limits.ts";
import type { PatternSet } from "./patterns/pattern-set.ts";

/** Why an ignore file is set aside. */
export type SetAsideReason = "too_large" | "too_many_rules" | "too_much_work" | "too_much_together";

/** An ignore file none of whose rules count. */
export interface SetAside {
  /** As a person would name it: `src/.gitignore`. */
  readonly file: string;
  readonly reason: SetAsideReason;
}

/** Cost of the ignore files of a directory and those above it together. */
export interface ScopeCost {
  readonly work: number;
  readonly weight: number;
}

/** Looking at one file, whatever it holds, in steps of matching. */
const stepsPerFile = 8192;

/** The cost with one file more; `undefined` when that is too much. */
export function addCost({ work, weight }: ScopeCost, patterns: PatternSet): ScopeCost | undefined {
  const { scopeWorkMax, scopeRulesMax } = limits.filter;
  const sum = { work: work + patterns.work + stepsPerFile, weight: weight + patterns.weight };
  return sum.work > scopeWorkMax || sum.weight > scopeRulesMax ? undefined : sum;
}

/** The reason in a few words. */
export function renderSetAside({ reason }: SetAside): string {
  const { ignoreFileBytesMax, rulesMax } = limits.filter;
  switch (reason) {
    case "too_large":
      return `larger than ${ignoreFileBytesMax / 2 ** 20} MiB`;
    case "too_many_rules":
      return `more than ${rulesMax} rules`;
    case "too_much_work":
      return "its patterns take too long to match";
    case "too_much_together":
      return "with the ignore files above it, its rules take too long to match";
  }
}

/** The ignore files that were found to be set aside: the first few, so that they can be named. */
export class SetAsideFiles {
  readonly #reasons = new Map<string, SetAsideReason>();
  /** Those that may have changed since, or be gone. */
  readonly #doubtful = new Set<string>();

  /** A file was looked at: the reason why it is set aside, or `undefined` for one that is not. */
  settle(file: string, reason: SetAsideReason | undefined): void {
    this.#doubtful.delete(file);
    const isNew = !this.#reasons.has(file);
    if (reason === undefined) this.#reasons.delete(file);
    else if (!isNew || this.#reasons.size < limits.filter.setAsideNamedMax) {
      this.#reasons.set(file, reason);
    }
  }

  /** Files that may not be what they were stay named until they are looked at again. */
  recheck(matching: (file: string) => boolean): void {
    for (const file of this.#reasons.keys()) if (matching(file)) this.#doubtful.add(file);
  }

  /** `isThere`: asked once about each that is in doubt; what is not is named no longer. */
  list(isThere: (file: string) => boolean): SetAside[] {
    for (const file of this.#doubtful) {
      if (!isThere(file)) this.#reasons.delete(file);
    }
    this.#doubtful.clear();
    return [...this.#reasons].map(([file, reason]) => ({ file, reason }));
  }
}
