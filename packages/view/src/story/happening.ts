import { commonDirectory, parentPath } from "@unf/core/base";
import type { RowFacts } from "./facts.ts";

/** Rows that are one thing that happened: a checkout, the work of a codemod, a restore. */
export interface Happening<T> {
  readonly kind: "happening";
  /** In the order of the listing; two at least. */
  readonly rows: readonly T[];
  /** The marks of mass changes that tell of the same. */
  readonly bursts: readonly T[];
  readonly cause: Cause;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** `null` where not all rows are of one kind. */
  readonly event: RowFacts["event"] | null;
  /** The deepest directory that all of its files are in; empty for the project itself. */
  readonly directory: string;
  /** Unit: ms since 1970. */
  readonly from: number;
  readonly to: number;
}

/** `moment`: many files were written within a moment, by whatever means. */
export type Cause = "operation" | "baseline" | "moment";

/** Rows next to each other in a listing that may be one happening. */
export class Run {
  readonly rows: RowFacts[] = [];
  readonly #paths = new Set<string>();
  readonly #first: RowFacts;

  constructor(first: RowFacts) {
    this.#first = first;
    this.add(first);
  }

  add(row: RowFacts): void {
    this.rows.push(row);
    this.#paths.add(row.path);
  }

  /** True for a row that goes on with this run, `isOfOneBurst` being what the marks say of it. */
  isContinuedBy(row: RowFacts, isOfOneBurst = false): boolean {
    const first = this.#first;
    const last = this.rows.at(-1) ?? first;
    if (row.project !== first.project || causeOf(row) !== causeOf(first)) return false;
    if (row.operation !== null) return row.operation === first.operation;
    if (row.isBaseline) return Math.abs(row.at - last.at) <= baselinePauseMs;
    if (row.author !== first.author) return false;
    return isOfOneBurst || Math.abs(row.at - last.at) <= momentMs;
  }

  get files(): number {
    return this.#paths.size;
  }

  get cause(): Cause {
    return causeOf(this.#first);
  }

  get isHappening(): boolean {
    return this.files >= (this.cause === "moment" ? crowd : 2);
  }
}

/** Longest pause within a happening. Saves of a person are further apart, files of a checkout are not. */
const momentMs = 2000;

/** A first sweep of a large tree commits its rows in batches. */
const baselinePauseMs = 60_000;

/** Fewer files than this are told one by one: there is room for them, and each may matter. */
const crowd = 8;

function causeOf({ operation, isBaseline }: RowFacts): Cause {
  if (operation !== null) return "operation";
  return isBaseline ? "baseline" : "moment";
}

/** The happening of a run, whose rows are those of the listing at the same places. */
export function happeningOf<T>(run: Run, rows: readonly T[]): Happening<T> {
  const facts = run.rows;
  const times = facts.map(({ at }) => at);
  const sum = (count: (row: RowFacts) => number) => facts.reduce((all, row) => all + count(row), 0);
  const event = facts[0]?.event ?? null;
  return {
    kind: "happening",
    rows,
    bursts: [],
    cause: run.cause,
    files: run.files,
    added: sum(({ added }) => added),
    removed: sum(({ removed }) => removed),
    event: facts.every((row) => row.event === event) ? event : null,
    directory: facts.map(({ path }) => parentPath(path)).reduce(commonDirectory),
    from: times.reduce((least, at) => Math.min(least, at)),
    to: times.reduce((most, at) => Math.max(most, at)),
  };
}
