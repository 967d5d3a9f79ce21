import { limits } from "@unf/core/config";
import type { Log } from "@unf/core/ports";
import { flushProject } from "@unf/wiring/recorder";
import { atMost } from "./recorder/at-most.ts";
import type { Daemon } from "./recorder/daemon.ts";

/**
 * Records what is on disk now: what was written a moment ago may be known to the system alone. For a
 * daemon that ends and that nobody starts anew, whose next sweep may be far away. Fails never.
 */
export async function flushAtLast(daemon: Daemon, log: Log): Promise<void> {
  const flushed = daemon.projects.openProjects().map(async (project) => {
    try {
      await flushProject(project, false);
    } catch (thrown) {
      log.warn("flush.failed", { error: thrown });
    }
  });
  const all = Promise.all(flushed).then(() => undefined);
  await atMost(limits.daemon.lastFlushMsMax, all);
}
