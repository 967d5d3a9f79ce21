import { instant } from "@unf/answers";
import { escapeForDisplay, type Gap, renderAgo, type WallMs } from "@unf/core";
import type { JsonObject } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** What a project missed lately because files changed too fast. */
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

/** `about 34 states of out.json and 2 other files not kept: changed too fast, 5m ago`. */
export function missedText({ states, most, files, lastAt }: MissedLately, view: View): string {
  const others = files === 1 ? "" : ` and ${countOf(files - 1, "other file")}`;
  const what = `about ${countOf(states, "state")} of ${escapeForDisplay(most.path ?? "")}${others}`;
  return `${what} not kept: changed too fast, ${renderAgo(view.viewer.now - lastAt)}`;
}

export function missedJson(missed: MissedLately | undefined): JsonObject | null {
  if (missed === undefined) return null;
  const { states, files, lastAt } = missed;
  return { states, files, last_at: instant(lastAt) };
}
