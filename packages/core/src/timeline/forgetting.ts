import type { BlobId, SnapshotId, WallMs } from "../base/brand.ts";

/**
 * What was ordered to be forgotten: files by a pattern, a content, everything before an instant, or
 * the whole history of the project.
 */
export type ForgetKind = "path" | "content" | "before" | "project";

/** An order to forget, written down before anything is deleted. */
export interface Forgetting {
  readonly id: number;
  readonly at: WallMs;
  readonly kind: ForgetKind;
  /** For `path`, in the syntax of ignore files; `null` for all others. */
  readonly pattern: string | null;
  /** Rows beyond this one are not meant; 0 where there were none. */
  readonly upTo: SnapshotId | 0;
  /** Contents that must vanish unless another row keeps them; empty once it is done. */
  readonly hashes: readonly BlobId[];
  /** What matches the pattern is not recorded from then on. */
  readonly lasting: boolean;
  readonly state: "pending" | "done";
  /** Rows deleted. */
  readonly snapshots: number;
}

export type NewForgetting = Omit<Forgetting, "id" | "state" | "snapshots">;

/** Places of a timeline, other than contents, in which a text stood and was replaced. */
export interface Scrubbed {
  /** Checkpoints whose payload was removed. */
  readonly payloads: number;
  /** Labels, messages, prompts and commands in which it was masked. */
  readonly texts: number;
}
