import type { WallMs } from "../../base/brand.ts";
import type { Gap, GapReason, MissedStates } from "../../timeline/gap.ts";

/** Spans in which versions may have been missed. */
export interface GapReader {
  gaps(since?: WallMs): Gap[];
}

/** Opens such spans, moves their ends and closes them. */
export interface GapWriter {
  openGap(gap: { readonly from: WallMs; readonly to: WallMs; readonly reason: GapReason }): number;
  /** Moves the end of a gap on; one that is closed already stays as it is. */
  extendGap(id: number, to: WallMs): void;
  closeGap(id: number, closed: { readonly at: WallMs; readonly pathsDiffered: number }): void;
  /** Writes gaps with reason `too_fast`, or what they have become; gives their ids, in order. */
  noteMissed(missed: readonly MissedStates[]): number[];
}
