/** How the store stands to what it may take; what was measured last. */
export interface StoreStatus {
  /** On its disk, what thinning makes smaller: objects, packs and timelines; null before the first measuring. */
  readonly used_bytes: number | null;
  readonly cap_bytes: number;
  readonly measured_at: string | null;
  /** `near`: from 80 % on. `full`: history is thinned earlier than its policy says. */
  readonly level: "good" | "near" | "full";
  /** It is full, and what may go cannot make it fit, so that nothing went. Recording goes on. */
  readonly thinning_failed: boolean;
  /**
   * Paths whose history takes most, the largest first; empty below `near`, and until the cap was
   * reached.
   */
  readonly largest?: readonly LargePath[];
  /** The history that went last because of the cap; null when nothing did since the start. */
  readonly relieved?: RelievedStore | null;
}

/** A path and what its versions take. */
export interface LargePath {
  readonly root: string;
  readonly path: string;
  readonly versions: number;
  readonly bytes: number;
}

export interface RelievedStore {
  readonly at: string;
  readonly versions: number;
  readonly freed_bytes: number;
  readonly charged: readonly LargePath[];
}
