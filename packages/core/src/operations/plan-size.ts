import { UnfError } from "../base/error.ts";
import { limits } from "../config/limits.ts";

/**
 * Counts what a plan holds while it grows, so that one which would not fit into the memory of who carries
 * it out is refused before anything is done. Throws `refused`.
 */
export class PlanSize {
  #changes = 0;
  #kept = 0;

  /** A file that the plan changes; `isChange` false: one that it only tells of. */
  count(isChange: boolean): void {
    const { changesMax, keptMax } = limits.plans;
    if (isChange) this.#changes += 1;
    else this.#kept += 1;
    if (this.#changes > changesMax) throw tooLarge("change", changesMax);
    if (this.#kept > keptMax) throw tooLarge("be left as they are, each with why", keptMax);
  }
}

function tooLarge(what: string, max: number): UnfError {
  return new UnfError("refused", `more than ${max.toLocaleString("en")} files would ${what}`, {
    hint: "name directories, and do it part by part",
  });
}
