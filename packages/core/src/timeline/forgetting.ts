import type { BlobId, SnapshotId, WallMs } from "../base/brand.ts";

/**
 * Subject of an order to forget: files by a pattern, a content, everything before an instant, or
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
  /** Files that match the pattern are not recorded from then on. */
  readonly lasting: boolean;
  readonly state: "pending" | "done";
  /** Rows deleted. */
  readonly snapshots: number;
}

export type NewForgetting = Omit<Forgetting, "id" | "state" | "snapshots">;

/** A payload or text beside rows and contents in which something stands that is to be forgotten. */
export interface TextPlace {
  /** As it is called in output: `cp:3`, `op-91`, `t-12`, or the id of a session. */
  readonly of: string;
  /** A payload goes as a whole, in everything else the text is masked. `files`: that a tool names. */
  readonly part: "payload" | "label" | "message" | "prompt" | "command" | "files";
}
