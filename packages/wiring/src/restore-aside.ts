import { type AbsPath, createRouter, pathFromColumn, UnfError } from "@unf/core";
import type { RestoreParams, RestoreReply } from "@unf/protocol";
import { readIntent, rescueDirectory } from "@unf/system";
import { listProjects } from "./home-reader.ts";
import { openProject } from "./open-project.ts";
import type { RecorderWorld } from "./recorder-world.ts";
import { answerRestore } from "./restore-request.ts";

/**
 * Restores a project that nobody records right now: it is opened for the restore and closed again.
 * Only for the holder of the daemon's lock. Throws `not_watched` for a root without history.
 */
export async function restoreAside(
  world: RecorderWorld,
  params: RestoreParams,
): Promise<RestoreReply> {
  const { home } = world;
  const root = pathFromColumn(params.root) as string as AbsPath;
  const known = listProjects(home).find((project) => project.root === root);
  if (known === undefined) {
    throw new UnfError("not_watched", `${root} has no history`, { hint: "unf list" });
  }
  const chosen = readIntent(home);
  const intended = chosen.kind === "known" ? chosen.intent.projects : [];
  const project = openProject(world, {
    intended: intended.find(({ id }) => id === known.id) ?? { ...known, options: {} },
    nestedRoots: createRouter(intended.map((one) => one.root)).nestedRoots(root),
    onCommitted: () => undefined,
  });
  try {
    await project.recover();
    return await answerRestore(project, params, (id) => rescueDirectory(home, known.id, id));
  } finally {
    await project.close();
  }
}
