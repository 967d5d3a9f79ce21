import type { WallMs } from "../../base/brand.ts";
import type { BurstMark } from "../../timeline/burst-mark.ts";

/** The mass changes that were recorded. */
export interface BurstReader {
  /** Mass changes that reach to `since` or later, oldest first. */
  bursts(since?: WallMs): BurstMark[];
}

/** Marks mass changes. */
export interface BurstWriter {
  /** Marks a mass change whose first change comes after `before`, and counts its paths. */
  markBurst(mark: Pick<BurstMark, "before" | "from" | "to">): number;
  /** The mass change goes on until `to`: counts its paths anew, up to the newest row. */
  extendBurst(id: number, to: WallMs): void;
}
