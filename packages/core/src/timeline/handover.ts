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
