import type { Candidate } from "../timeline/author.ts";
import type { Snapshot } from "../timeline/snapshot.ts";

/** Kind of author that wrote a row; `unknown` where even that would be a guess. */
export type AuthorType = "agent" | "human" | "unf" | "unknown";

/**
 * The kind of a row's author. Only what was seen to change while no agent was about is a person's:
 * what a sweep found may have been anyone's. Who may have written an ambiguous row are `candidates`:
 * where they are all of one session, somebody who is no agent's may have, too.
 */
export function decideAuthorType(
  { author, operation, cause }: Pick<Snapshot, "author" | "operation" | "cause">,
  wasAgentAbout: () => boolean,
  candidates: readonly Pick<Candidate, "session">[] = [],
): AuthorType {
  if (operation !== null) return "unf";
  const [first] = candidates;
  const isContested = candidates.every(({ session }) => session === first?.session);
  if (author.confidence === "ambiguous" && first !== undefined && isContested) return "unknown";
  if (author.confidence !== "unknown") return "agent";
  const isSeen = cause === "event" || cause === "renamed";
  return isSeen && !wasAgentAbout() ? "human" : "unknown";
}
