import { comparePaths, type RelPath } from "@unf/core/base";
import type { Step } from "@unf/core/timeline";
import type { Site } from "../../site/site.ts";
import { pieces } from "../stage/pieces.ts";
import { recordSlowly } from "../stage/secure.ts";
import { type OnSkipped, Skipped, unlessSkipped } from "../stage/skip.ts";
import { planTemporaries, type StagedStep, stageContents } from "../stage/stage.ts";
import { stagePorts } from "../stage/stage-ports.ts";
import { clearTemporaries } from "../stage/staged-left.ts";
import { statAt, type Worktree } from "../stage/worktree.ts";
import { recordSteps } from "./record-steps.ts";

interface Done {
  readonly id: number;
  /** Steps that were carried out. */
  readonly done: readonly Step[];
  readonly journal: readonly Step[];
  readonly apply: (steps: readonly StagedStep[], onSkipped: OnSkipped) => Promise<void>;
}

/**
 * Puts back what steps replaced. Gives the paths of which that cannot be, each with why: what
 * somebody has changed since stays as they made it, and what was rescued there too. Throws what the
 * disk may allow later.
 */
export async function takeBackSteps(
  site: Site,
  worktree: Worktree,
  { id, done, journal, apply }: Done,
): Promise<ReadonlyMap<RelPath, string>> {
  const inverse = done.map(({ path, from, to }) => ({ path, from: to, to: from }));
  inverse.sort((a, b) => comparePaths(a.path, b.path));
  const skipped = new Skipped();
  const breathe = () => site.ports.clock.breathe();
  for (const piece of pieces(inverse)) {
    for (const step of piece)
      unlessSkipped(step, skipped.note, () => void statAt(worktree, step.path));
    await breathe();
  }
  const staged = planTemporaries(worktree, skipped.rest(inverse), `${id}-back`, journal);
  try {
    await stageContents({ ...stagePorts(site, worktree), onSkipped: skipped.note }, staged, id);
    await apply(skipped.rest(staged), skipped.note);
  } finally {
    await clearTemporaries(site, worktree, { id, steps: staged });
  }
  return skipped.why;
}

interface TakenBack {
  readonly id: number;
  readonly steps: readonly Step[];
  /** Those of the steps that were carried out. */
  readonly done: readonly Step[];
  /** Paths that stand as the operation made them, because the system lets nobody put back what was there. */
  readonly left: ReadonlyMap<RelPath, string>;
  /** Why the step of a path counts as not carried out. */
  readonly why: (path: RelPath) => string;
  /** Removes what was staged and rescued; called when everything is recorded. */
  readonly clear: () => Promise<void>;
}

/** Records what stands there by now and ends the operation: abandoned, or carried out in part. */
export async function endTakenBack(
  site: Site,
  worktree: Worktree,
  { id, steps, done, left, why, clear }: TakenBack,
): Promise<void> {
  const { timeline, clock } = site.ports;
  const standing = done.filter(({ path }) => left.has(path));
  if (standing.length > 0) await recordSteps(site, worktree, { steps: standing, operation: id });
  await recordSlowly(
    site,
    done.flatMap(({ path }) => (left.has(path) ? [] : path)),
  );
  await clear();
  const others = [...steps.entries()].filter(([, { path }]) => !left.has(path));
  const failures = new Map(others.map(([index, { path }]) => [index, why(path)]));
  const end =
    left.size === 0 ? ({ state: "abandoned" } as const) : ({ state: "partial", failures } as const);
  timeline.finishOperation(id, { at: clock.wall(), ...end });
}
