import type { RelPath } from "@unf/core/base";
import type { Step } from "@unf/core/timeline";
import { reasonToSkip, refusedAt } from "./failures.ts";

/** Told of a step that is left out, with why. */
export type OnSkipped = (step: Step, why: string) => void;

/** Steps that were left out, by path, each with the first reason for it. */
export class Skipped {
  readonly why = new Map<RelPath, string>();

  readonly note: OnSkipped = ({ path }, why) => {
    if (!this.why.has(path)) this.why.set(path, why);
  };

  /** Those that were not left out. */
  rest<S extends Step>(steps: readonly S[]): S[] {
    return steps.filter(({ path }) => !this.why.has(path));
  }
}

/**
 * Does something for one step. What cannot be done, and could not be later either, is told to
 * `onSkipped` if that is given: false then.
 */
export function unlessSkipped(
  step: Step,
  onSkipped: OnSkipped | undefined,
  work: () => void,
): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    const why = onSkipped === undefined ? undefined : reasonToSkip(thrown);
    if (why === undefined) throw refusedAt(step.path, thrown);
    onSkipped?.(step, why);
    return false;
  }
}
