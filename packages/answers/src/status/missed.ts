import type { WallMs } from "@unf/core/base";
import type { Gap } from "@unf/core/timeline";
import { instant } from "../parts/snapshot.ts";
import type { MissedAnswer } from "./shape.ts";

/** States that a project missed lately because files changed too fast. */
export interface MissedLately {
  readonly states: number;
  /** The file with the most of them. */
  readonly most: Gap;
  readonly files: number;
  readonly lastAt: WallMs;
}

const dayMs = 24 * 3600_000;

/** Of the last 24 hours; `undefined` when nothing was missed. */
export function missedLately(gaps: readonly Gap[], now: WallMs): MissedLately | undefined {
  const recent = gaps.filter(({ reason, to }) => reason === "too_fast" && now - to <= dayMs);
  const [most] = recent.toSorted((a, b) => (b.statesMissed ?? 0) - (a.statesMissed ?? 0));
  if (most === undefined) return undefined;
  return {
    states: recent.reduce((sum, { statesMissed }) => sum + (statesMissed ?? 0), 0),
    most,
    files: new Set(recent.map(({ path }) => path)).size,
    lastAt: Math.max(...recent.map(({ to }) => to)) as WallMs,
  };
}

export function missedAnswer(missed: MissedLately | undefined): MissedAnswer {
  if (missed === undefined) return null;
  const { states, files, lastAt } = missed;
  return { states, files, last_at: instant(lastAt) };
}
