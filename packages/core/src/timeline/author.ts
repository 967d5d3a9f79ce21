/** How an author is known; the strongest first. Nothing is guessed. */
export type Confidence = "hook" | "process" | "window" | "ambiguous" | "unknown";

/** The author of a row. */
export interface Author {
  /** The agent's name; `null` when it is not known, or was no agent. */
  readonly agent: string | null;
  readonly confidence: Confidence;
  /** Id of the session in this timeline, `s-7f3a`. */
  readonly session: string | null;
  /** Number of the turn in this timeline, shown as `t-12`. */
  readonly turn: number | null;
  readonly toolCall: number | null;
}

/** Of a row of which nothing tells who wrote it: a person, or a program nobody told of. */
export const unknownAuthor: Author = {
  agent: null,
  confidence: "unknown",
  session: null,
  turn: null,
  toolCall: null,
};

/** One of several who can have written a row. */
export interface Candidate {
  readonly session: string;
  readonly turn: number | null;
  readonly toolCall: number | null;
}

/**
 * Filter of rows by author: those of one agent, of agents altogether, or those that are known to be
 * of none.
 */
export type AuthorFilter = "human" | "any-agent" | { readonly agent: string };

/** True when both say the same of who wrote, and how that is known. */
export function isSameAuthor(a: Author, b: Author): boolean {
  return (
    a.session === b.session &&
    a.turn === b.turn &&
    a.toolCall === b.toolCall &&
    a.confidence === b.confidence &&
    a.agent === b.agent
  );
}
