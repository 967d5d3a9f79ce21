import type { ProjectId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";

/** A directory of a project that another project records, or did. */
export interface Handover {
  readonly id: number;
  readonly path: RelPath;
  /** The project that records it. */
  readonly project: ProjectId;
  readonly from: WallMs;
  /** The newest row just before it; 0 when there was none. */
  readonly before: SnapshotId | 0;
  /** `null`, like the next one, while it lasts. */
  readonly to: WallMs | null;
  /** Rows of the other project that were put between those of this one when it came back. */
  readonly taken: number | null;
}

export type NewHandover = Pick<Handover, "path" | "project" | "from">;

export interface ReadsHandovers {
  /** Directories that other projects record, or did, oldest first. */
  handovers(): Handover[];
}

export interface WritesHandovers {
  /** From now on another project records the directory. Gives its id. */
  beginHandover(handover: NewHandover): number;
  /** It is this project's again, and nothing was taken over; one that has ended stays as it is. */
  endHandover(id: number, to: WallMs): void;
}

/** The directories that other projects record now. */
export function handedOver(timeline: ReadsHandovers): RelPath[] {
  return timeline.handovers().flatMap(({ path, to }) => (to === null ? [path] : []));
}
