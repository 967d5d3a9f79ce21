import type { Bundle } from "./bundle.ts";

/** The means of every row. */
export interface Bench {
  /** True for a smoke test: sizes are cut down and the verdicts mean little. */
  readonly isQuick: boolean;
  readonly bundle: Bundle;
  /** `full`, or `quick` in a smoke test. */
  size(full: number, quick: number): number;
  /** A fresh directory that is removed when the bench ends. */
  scratch(name: string): string;
  /** Says on the terminal what is being done. */
  doing(what: string): void;
}

/** One line of the result. */
export interface Finding {
  readonly work: string;
  /** Unf's own figure on this machine. Information: it says nothing about another machine. */
  readonly ours: string;
  /** The yardstick's figure in the same session, and its name. */
  readonly yardstick: string;
  /** Ours as a multiple of the yardstick's. */
  readonly ratio: number;
  readonly target: string;
  /** `undefined` where no target was set. */
  readonly isMet: boolean | undefined;
  readonly notes: readonly string[];
}

/** A finding and the row that gave it, by the name that the command takes. */
export interface NamedFinding {
  readonly name: string;
  readonly finding: Finding;
}

/** True where a target was set and is not met. */
export function isMissed({ finding }: NamedFinding): boolean {
  return finding.isMet === false;
}

/** A row of the table of targets. */
export type RunRow = (bench: Bench) => Promise<readonly Finding[]>;

/** `≤ 1.5 ×` of the yardstick. */
export function judgeRatio(ratio: number, most: number): Pick<Finding, "target" | "isMet"> {
  return { target: `≤ ${most.toFixed(1)} ×`, isMet: ratio <= most };
}
