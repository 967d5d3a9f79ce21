import type { Checkpoint, NewCheckpoint } from "../../timeline/checkpoint.ts";

/** Named instants, and what programs put beside them. */
export interface CheckpointReader {
  /** Newest first. */
  checkpoints(): Checkpoint[];
  /** The first of them, however many there are. */
  newestCheckpoint(): Checkpoint | undefined;
  /** The payload byte for byte; `undefined` when there is no such checkpoint or it has none. */
  checkpointPayload(id: number): Uint8Array | undefined;
}

/** Sets, pins and deletes checkpoints. */
export interface CheckpointWriter {
  addCheckpoint(checkpoint: NewCheckpoint): number;
  /** False when there is no such checkpoint. */
  deleteCheckpoint(id: number): boolean;
  pinCheckpoint(id: number, pinned: boolean): boolean;
}
