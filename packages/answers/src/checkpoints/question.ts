/** Part of the list of checkpoints. */
export interface CheckpointsPage {
  readonly limit: number;
  /** Only those older than this one, as `next` of the page before has it. */
  readonly before?: string | undefined;
}

/** A checkpoint that is to be set on the state of now. */
export interface CheckpointQuestion {
  readonly label: string | undefined;
  readonly message: string | undefined;
  /** A program's own bytes, in base64. */
  readonly payload: string | undefined;
  /** No cleaning up may take it. */
  readonly pinned: boolean;
}

/** A change of one that exists. Only the bookmark changes, no version does. */
export interface CheckpointChangeQuestion {
  /** A label or a number, as a person writes it. */
  readonly word: string;
  readonly change: "delete" | "pin" | "unpin";
}
