import { type AbsPath, sayFailure, UnfError } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import type { Project, WorkQueue } from "@unf/engine";
import type { ProjectEntry } from "@unf/maintenance";
import { convertFormer } from "@unf/maintenance";
import { readIntent } from "@unf/system";
import { openTimelineReader } from "@unf/timeline";
import { listProjects } from "../home/list-projects.ts";
import { openProject } from "../record/open-project.ts";
import type { RecorderWorld } from "../record/recorder-world.ts";

/** The projects that have a history and are not watched; none while it is not known what is watched. */
export function listFormer(home: AbsPath): ProjectEntry[] {
  if (readIntent(home).kind !== "known") return [];
  return listProjects(home).filter(({ watched }) => !watched);
}

/**
 * Brings the timelines of all projects to this format and, with `queue`, finishes what was left half
 * done in those that are not watched: nobody else would open them.
 */
export function settleFormer(world: RecorderWorld, queue: WorkQueue | undefined): void {
  convertFormer(world, world.log);
  void queue?.run(() => finishFormer(world));
}

async function finishFormer(world: RecorderWorld): Promise<void> {
  for (const former of listFormer(world.home)) {
    try {
      if (isLeft(world.home, former)) await withFormer(world, former, async () => undefined);
    } catch (thrown) {
      if (!(thrown instanceof UnfError)) throw thrown;
      world.log.warn("former.left", { project: former.id, why: sayFailure(thrown) });
    }
  }
}

function isLeft(home: AbsPath, { id }: ProjectEntry): boolean {
  using timeline = openTimelineReader(timelinePath(home, id));
  return timeline.unfinishedOperations().length > 0;
}

/**
 * Opens a project that is not watched for some work on its history; its directory need not be there.
 * Does nothing when it has come to be watched. Only for the holder of the daemon's lock.
 */
export async function withFormer(
  world: RecorderWorld,
  { id }: Pick<ProjectEntry, "id">,
  work: (project: Project) => Promise<void>,
): Promise<void> {
  const former = listFormer(world.home).find((one) => one.id === id);
  if (former === undefined) return;
  const project = openProject(world, {
    intended: { ...former, options: {} },
    nestedRoots: [],
    onCommitted: () => undefined,
  });
  try {
    await project.recover(false);
    await work(project);
  } finally {
    await project.close();
  }
}
