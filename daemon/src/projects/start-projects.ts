import type { AbsPath } from "@unf/core/base";
import type { IntendedProject } from "@unf/core/intent";
import type { Project, SweepReport } from "@unf/engine";
import { type StartOptions, watchProject } from "@unf/wiring/recorder";

export interface OpenedProject {
  readonly intended: IntendedProject;
  readonly project: Project;
}

/** Runs work on one project; `undefined` where it failed, which ends that project's recording alone. */
export type WorkOn = <T>(one: OpenedProject, work: () => Promise<T>) => Promise<T | undefined>;

/**
 * Has the projects recorded, then sweeps them one after the other: the sweep of a large one keeps no
 * other from being recorded. Those in which an operation is to be finished, which may take long, are
 * taken up last. Gives what the sweeps found; a project that was not swept is not among them.
 */
export async function startProjects(
  opened: readonly OpenedProject[],
  options: StartOptions,
  workOn: WorkOn,
): Promise<ReadonlyMap<AbsPath, SweepReport>> {
  const owing = new Set<OpenedProject>();
  for (const one of opened)
    await workOn(one, async () => {
      if (hasUnfinished(one.project)) owing.add(one);
    });
  const sweeps = [];
  for (const one of [...opened.filter((one) => !owing.has(one)), ...owing]) {
    const sweep = await workOn(one, () => watchProject(one.project, options));
    if (sweep !== undefined) sweeps.push({ one, sweep });
  }
  const reports = new Map<AbsPath, SweepReport>();
  for (const { one, sweep } of sweeps) {
    if (one.project.isClosing) continue;
    const report = await workOn(one, sweep);
    if (report !== undefined) reports.set(one.intended.root, report);
  }
  return reports;
}

function hasUnfinished({ suspension, ports }: Project): boolean {
  return !suspension.isOn && ports.timeline.unfinishedOperations().length > 0;
}
