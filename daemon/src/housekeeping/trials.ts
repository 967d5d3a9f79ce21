import { reviewQuarantines } from "@unf/core/intent";
import type { Log } from "@unf/core/ports";
import { readIntent, systemClock } from "@unf/system";
import type { Daemon } from "../recorder/daemon.ts";

/** Tries projects in quarantine again when it is time, and forgets trials that went well. Never fails. */
export async function reviewTrials(daemon: Daemon, log: Log): Promise<void> {
  const isConcerned = daemon.projects.members.some(
    ({ intended }) => (intended.quarantined ?? intended.trial) !== undefined,
  );
  if (!isConcerned || daemon.safeMode) return;
  const review = (intent: Parameters<typeof reviewQuarantines>[0]) =>
    reviewQuarantines(intent, systemClock.wall());
  try {
    const chosen = readIntent(daemon.home);
    if (chosen.kind !== "known" || review(chosen.intent) === chosen.intent) return;
    daemon.writeIntent(review);
    log.info("quarantine.reviewed");
    await daemon.reconcile({});
  } catch (thrown) {
    log.error("quarantine.failed", { error: thrown });
  }
}
