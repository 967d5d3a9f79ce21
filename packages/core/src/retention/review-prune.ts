import type { WallMs } from "../base/brand.ts";
import { dayMs } from "../time/calendar.ts";
import type { PrunePlan } from "./plan-prune.ts";

/** Unusual traits of a prune, so that a person must have said yes to exactly that. */
export interface PruneReview {
  /** More than half of all versions go. */
  readonly isMost: boolean;
  /** Some of what goes is younger than a day. */
  readonly isYoung: boolean;
}

export function reviewPrune(
  { ids, versions, youngest }: Pick<PrunePlan, "ids" | "versions" | "youngest">,
  now: WallMs,
): PruneReview {
  return {
    isMost: ids.size * 2 > versions,
    isYoung: youngest !== null && now - youngest < dayMs,
  };
}
