import type { Site } from "./site.ts";

/**
 * Resolves when the timeline says of all that was recorded before whether an agent's command wrote it, as
 * far as a look at the agents' processes tells: 60 ms at most where one is open, else at once.
 */
export async function settleAuthors(
  site: Pick<Site, "sessions" | "isClosing" | "suspension" | "committer">,
): Promise<void> {
  await site.sessions.lives.settled();
  if (site.isClosing) return;
  site.suspension.check();
  site.committer.finish();
}
