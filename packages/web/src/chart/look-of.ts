/** Patterns that agents have, each with a colour of its own. */
export const patterns = ["agent1", "agent2", "agent3", "agent4"] as const;

/** The look of an author's bars: a person's are plain, those of agents have a pattern each. */
export function lookOf(author: string | null, authors: readonly (string | null)[]): string {
  if (author === null) return "you";
  const at = authors.filter((name) => name !== null).indexOf(author);
  return patterns[at % patterns.length] ?? patterns[0];
}
