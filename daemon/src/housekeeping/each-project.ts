import { type AbsPath, sayFailure, systemCode, UnfError } from "@unf/core/base";
import type { Log } from "@unf/core/ports";
import type { Project } from "@unf/engine";
import { listFormer, withFormer } from "@unf/wiring/recorder";
import type { Daemon } from "../recorder/daemon.ts";

/**
 * Does the work for every project of the home, one after the other: those that are recorded, then those
 * that have a history and are not watched any more. One on which it cannot be done is logged and left out.
 */
export async function eachProject(
  daemon: Daemon,
  log: Log,
  work: (project: Project) => Promise<void>,
): Promise<void> {
  const attempt = (root: AbsPath, run: () => Promise<void>) =>
    run().catch((thrown: unknown) => {
      if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
      log.warn("project.passed_over", { root, why: sayFailure(thrown) });
    });
  for (const member of daemon.projects.members) {
    const { root } = member.intended;
    if (member.kind !== "open") log.warn("project.passed_over", { root, why: member.why });
    else await attempt(root, () => workOn(member.project, work));
  }
  for (const former of listFormer(daemon.home)) {
    // A turn for each: who wants to watch or unwatch something waits for one of them at most.
    await attempt(former.root, () =>
      daemon.aside.run(() => withFormer(daemon.world, former, (one) => workOn(one, work))),
    );
  }
}

/** The members were listed before the work on the first of them began. */
async function workOn(project: Project, work: (project: Project) => Promise<void>): Promise<void> {
  if (project.isClosing) return;
  project.suspension.check();
  await work(project);
}
