/** How the store stands to what it may take; what was measured last. */
export interface StoreStatus {
  /** On its disk, all of unf's home; null before the first measuring. */
  readonly used_bytes: number | null;
  readonly cap_bytes: number;
  readonly measured_at: string | null;
  /** `near`: from 80 % on. `full`: history is thinned earlier than its policy says. */
  readonly level: "good" | "near" | "full";
  /** It is full, and nothing more can be thinned. Recording goes on. */
  readonly thinning_failed: boolean;
}
