import { type AbsPath, type Log, sayFailure, UnfError } from "@unf/core";
import type { Project } from "@unf/engine";
import { listProjects } from "../home-reader.ts";
import { openProject } from "../open-project.ts";
import type { RecorderWorld } from "../recorder-world.ts";

/**
 * Opens one project after the other that has a history and is not watched, for some work on that. Only
 * for the holder of the daemon's lock. One that cannot be opened is logged and left alone.
 */
export async function eachFormer(
  world: RecorderWorld,
  work: (project: Project) => Promise<void>,
): Promise<void> {
  for (const former of listProjects(world.home).filter(({ watched }) => !watched)) {
    const project = tryToOpen(world, former.root, () =>
      openProject(world, {
        intended: { ...former, options: {} },
        nestedRoots: [],
        onCommitted: () => undefined,
      }),
    );
    if (project === undefined) continue;
    try {
      await project.recover(false);
      await work(project);
    } finally {
      await project.close();
    }
  }
}

function tryToOpen(
  { log }: { readonly log: Log },
  root: AbsPath,
  open: () => Project,
): Project | undefined {
  try {
    return open();
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    log.warn("project.not_opened", { root, why: sayFailure(thrown) });
    return undefined;
  }
}
