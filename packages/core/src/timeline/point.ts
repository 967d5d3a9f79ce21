import type { SnapshotId, WallMs } from "../base/brand.ts";

/** An instant of a timeline, as a wall time (inclusive) or as the last row that counts (inclusive). */
export type Point = { readonly at: WallMs } | { readonly id: SnapshotId };
