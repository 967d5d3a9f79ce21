import type { RelPath, WallMs } from "../../base/brand.ts";
import type { Handover, NewHandover } from "../../timeline/handover.ts";

/** Directories that went over to other projects. */
export interface HandoverReader {
  /** Directories that other projects record, or did, oldest first. */
  handovers(): Handover[];
}

/** Hands directories over, and takes them back. */
export interface HandoverWriter {
  /** From now on another project records the directory. Gives its id. */
  beginHandover(handover: NewHandover): number;
  /** It is this project's again, and nothing was taken over; one that has ended stays as it is. */
  endHandover(id: number, to: WallMs): void;
}

/** The directories that other projects record now. */
export function handedOver(timeline: HandoverReader): RelPath[] {
  return timeline.handovers().flatMap(({ path, to }) => (to === null ? [path] : []));
}
