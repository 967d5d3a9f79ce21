import type { WallMs } from "../base/brand.ts";

/**
 * A span of the past of which not everything is known: the states at `from` and later, before `to`, which
 * are ids of rows. `start`: the history starts at `toTime`, and nothing is known of what was before.
 * `absence`: a path without a row may have been there all the same. `known`: the state at `from` is known
 * although a `start` lies behind it.
 */
export interface Horizon {
  readonly kind: "start" | "absence" | "known";
  readonly from: number;
  readonly to: number;
  readonly toTime: WallMs;
}
