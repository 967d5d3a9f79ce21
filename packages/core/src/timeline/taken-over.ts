import type { SnapshotId, WallMs } from "../base/brand.ts";

/** A history of another program that became part of a timeline. */
export interface TakenOver {
  readonly id: number;
  readonly at: WallMs;
  readonly source: ForeignProgram;
  /** Path of its store. */
  readonly origin: string;
  /** The history's name there: it is taken over once. */
  readonly key: string;
  /** Its rows: from this one … */
  readonly first: SnapshotId;
  /** … to this one. */
  readonly last: SnapshotId;
}

/** Programs whose stores can be taken over. */
export type ForeignProgram = "unfudged" | "agent-undo";
