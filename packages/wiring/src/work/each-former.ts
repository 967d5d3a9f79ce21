import type { AbsPath } from "@unf/core";
import type { Project } from "@unf/engine";
import { readIntent } from "@unf/system";
import type { ProjectEntry } from "../contract.ts";
import { listProjects } from "../home-reader.ts";
import { openProject } from "../open-project.ts";
import type { RecorderWorld } from "../recorder-world.ts";

/** The projects that have a history and are not watched; none while it is not known what is watched. */
export function listFormer(home: AbsPath): ProjectEntry[] {
  if (readIntent(home).kind !== "known") return [];
  return listProjects(home).filter(({ watched }) => !watched);
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
