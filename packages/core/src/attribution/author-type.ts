import type { Snapshot } from "../timeline/snapshot.ts";

/** What kind of author wrote a row; `unknown` where even that would be a guess. */
export type AuthorType = "agent" | "human" | "unf" | "unknown";

/**
 * The kind of a row's author. Only what was seen to change while no agent was about is a person's:
 * what a sweep found may have been anyone's.
 */
export function decideAuthorType(
  { author, operation, cause }: Pick<Snapshot, "author" | "operation" | "cause">,
  wasAgentAbout: () => boolean,
): AuthorType {
  if (operation !== null) return "unf";
  if (author.confidence !== "unknown") return "agent";
  const isSeen = cause === "event" || cause === "renamed";
  return isSeen && !wasAgentAbout() ? "human" : "unknown";
}
