import type { RowFacts } from "./facts.ts";
import { Run } from "./happening.ts";

/**
 * Counts lines while rows are read, so that a screen gets as many happenings as it has room for, and
 * no row is read in vain. It knows no marks: what these part it counts as one.
 */
export class LineBudget {
  readonly #limit: number;
  #lines = 0;
  #rows = 0;
  #run: Run | undefined;

  /** `limit`: lines there is room for, from 1 up. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes the next row of the listing; false, with nothing taken, where there is no room for it. */
  take(row: RowFacts): boolean {
    if (this.#rows >= rowsMax) return false;
    if (this.#run?.isContinuedBy(row) === true) {
      if (this.#lines + linesOf(this.#run) > this.#limit + lookahead) return false;
      this.#run.add(row);
    } else {
      const lines = this.#lines + linesOf(this.#run);
      if (lines >= this.#limit) return false;
      this.#lines = lines;
      this.#run = new Run(row);
    }
    this.#rows += 1;
    return true;
  }

  /** Rows that fit, of those taken: the last of them may have turned out to be no happening. */
  get fitting(): number {
    return this.#rows - Math.max(0, this.#lines + linesOf(this.#run) - this.#limit);
  }
}

/** A happening of more files is cut: so many rows are read in a third of a second. */
const rowsMax = 50_000;

/** Rows beyond the last line that may still turn out to be one happening with those before them. */
const lookahead = 64;

function linesOf(run: Run | undefined): number {
  if (run === undefined) return 0;
  return run.isHappening ? 1 : run.rows.length;
}
