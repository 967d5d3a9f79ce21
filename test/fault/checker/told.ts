/** A command's account to a person of the operation that it ran. */
export interface Told {
  readonly exit: number;
  /** Empty when it succeeded; a stack trace when it is a mistake of the program's. */
  readonly text: string;
}

/**
 * The state of the tree by an answer. `unchanged`: as before. `pending`: it will be as planned.
 * `unknown`: one or the other. `unclear`: nothing that can be relied on.
 */
export type Outcome = "done" | "unchanged" | "pending" | "unknown" | "unclear";

/** Reads an answer: a failure says what became of the tree, names its cause and has the exit code of both. */
export function outcomeOf({ exit, text }: Told): Outcome {
  if (exit === 0) return text === "" ? "done" : "unclear";
  const isFull = /\((ENOSPC|EDQUOT)\)|\bis full\b/.test(text);
  const hasCause = isFull || /\([A-Z][A-Z_]+\)/.test(text);
  if (!hasCause || text.includes("\n")) return "unclear";
  if (exit === 10 && /^op-\d+ is not finished: /.test(text)) return "pending";
  if (exit === 10 && /^whether op-\d+ takes place is not known yet: /.test(text)) return "unknown";
  if (exit === (isFull ? 9 : 1) && text.startsWith("nothing was changed: ")) return "unchanged";
  if (exit === 1 && text.startsWith("rolled back, everything is as it was: ")) return "unchanged";
  return "unclear";
}
