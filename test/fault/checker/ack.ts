/** A state of a file that unf said is recorded: it must be in the timeline from then on. */
export interface Ack {
  readonly path: string;
  /** Digest of the content; `null`: that the file is gone. */
  readonly hash: string | null;
  /** The source of it: a flush that returned, a commit that returned, or a reader that saw the row. */
  readonly by: "flush" | "commit" | "reader";
}
