import type { Site } from "./site.ts";

/**
 * Resolves when the timeline says of all that was recorded before whether an agent's command wrote it, as
 * far as looks at the agents' processes tell: mostly after 60 ms where one is open, after five such looks
 * at the latest, and at once where none is.
 */
export async function settleAuthors(
  site: Pick<Site, "sessions" | "isClosing" | "suspension" | "committer">,
): Promise<void> {
  await site.sessions.lives.settled();
  if (site.isClosing) return;
  site.suspension.check();
  site.committer.finish();
}
