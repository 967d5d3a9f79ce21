import type { MonoMs, RelPath } from "@unf/core/base";
import type { LatestHead, Row } from "./recorder.ts";

/** A deletion whose burst is open: the file may come back. */
export interface OpenDeletion {
  readonly row: Row;
  readonly before: LatestHead;
  readonly at: MonoMs;
  readonly order: number;
}

/** A creation whose burst is open: the file may go again. */
export interface OpenCreation {
  readonly first: LatestHead;
  last: LatestHead;
  readonly at: MonoMs;
  readonly order: number;
}

/**
 * Files that vanished or appeared by the rows of open bursts. A burst that settles nothing is not
 * heard of again, so what is old is forgotten.
 */
export class OpenRows {
  readonly deletions = new Map<RelPath, OpenDeletion>();
  readonly creations = new Map<RelPath, OpenCreation>();

  /** The path's burst ended, or what it said does not count. */
  close(path: RelPath): void {
    this.deletions.delete(path);
    this.creations.delete(path);
  }

  forget(at: number): void {
    for (const open of [this.deletions, this.creations]) {
      for (const [path, one] of open) {
        if (one.at >= at) break;
        open.delete(path);
      }
    }
  }
}
