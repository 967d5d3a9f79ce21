import { type AbsPath, pathFromColumn, UnfError } from "@unf/core/base";
import { createRouter } from "@unf/core/route";
import { decideWatch } from "@unf/core/watching";
import type { Project } from "@unf/engine";
import { carryOnAll, nothingOpen, type ProjectEntry } from "@unf/maintenance";
import type { Progress, Requests } from "@unf/protocol";
import { readIntent } from "@unf/system";
import { beginRecording, endRecording, readHeartbeat } from "../home/heartbeat.ts";
import { listProjects } from "../home/list-projects.ts";
import { chooseProjectId } from "../maintenance/over-home.ts";
import { readWatchFacts } from "../read/watch-facts.ts";
import { openProject } from "../record/open-project.ts";
import type { RecorderWorld } from "../record/recorder-world.ts";
import { startProject } from "../record/start-project.ts";
import { projectWork, type WorkMethod } from "./project-work.ts";

/** A request, and who carries it out. */
export interface AsideOrder<M extends WorkMethod> {
  readonly method: M;
  readonly params: Requests[M]["params"];
  /** `process`: no daemon runs, so nothing was recorded since the last one ended. */
  readonly by: "daemon" | "process";
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Works on a project that nobody records right now: it is opened for that as a starting daemon would
 * open it, and closed again. Only for the holder of the daemon's lock. Throws `not_watched` for a
 * root without history.
 */
export async function workAside<M extends WorkMethod>(
  world: RecorderWorld,
  order: AsideOrder<M>,
): Promise<Requests[M]["reply"]> {
  if (order.by === "daemon") return workInTurn(world, order, false);
  await carryOnAll(world, nothingOpen);
  const wasCutOff = beginRecording(world.home);
  try {
    return await workInTurn(world, order, wasCutOff);
  } finally {
    // The next daemon looks at all projects that the one before it was cut off from.
    if (!wasCutOff) endRecording(world.home);
  }
}

async function workInTurn<M extends WorkMethod>(
  world: RecorderWorld,
  { method, params, by, onProgress }: AsideOrder<M>,
  wasCutOff: boolean,
): Promise<Requests[M]["reply"]> {
  const { home } = world;
  // Only a flush may leave it out, which then means all projects; the daemon alone knows those.
  if (params.root === undefined) throw new UnfError("usage", "no project is named");
  const root = pathFromColumn(params.root) as string as AbsPath;
  const mayBeUnwatched = method !== "flush" || ("unwatched" in params && params.unwatched === true);
  const { project, isWatched } = openKnown(world, root, { method, mayBeUnwatched });
  const { carryOut, looksAtDisk } = projectWork[method];
  const heartbeat = by === "process" && isWatched ? readHeartbeat(home) : undefined;
  try {
    if (looksAtDisk) {
      const onSeen = (seen: { readonly files: number; readonly recorded: number }) =>
        onProgress?.({ phase: "scanning", ...seen, total: null });
      await startProject(project, { heartbeat, wasCutOff, onProgress: onSeen });
    } else {
      await project.recover(wasCutOff, heartbeat);
    }
    return await carryOut(project, params, onProgress);
  } finally {
    await project.close();
  }
}

function openKnown(
  world: RecorderWorld,
  root: AbsPath,
  { method, mayBeUnwatched }: { readonly method: WorkMethod; readonly mayBeUnwatched: boolean },
) {
  const { home } = world;
  const found = listProjects(home).find((project) => project.root === root);
  const known = found ?? (method === "begin" ? newProject(home, root) : undefined);
  if (known === undefined) {
    throw new UnfError("not_watched", `${root} has no history`, { hint: "unf list" });
  }
  if (!known.watched && !mayBeUnwatched) {
    throw new UnfError("not_watched", `${root} is not watched`, { hint: `unf watch ${root}` });
  }
  const chosen = readIntent(home);
  const intended = chosen.kind === "known" ? chosen.intent.projects : [];
  const project: Project = openProject(world, {
    intended: intended.find(({ id }) => id === known.id) ?? { ...known, options: {} },
    nestedRoots: createRouter(intended.map((one) => one.root)).nestedRoots(root),
    onCommitted: () => undefined,
  });
  return { project, isWatched: known.watched };
}

/** A directory whose history begins now, without being watched. Throws where none may be. */
function newProject(home: AbsPath, root: AbsPath): ProjectEntry {
  const refusal = decideWatch(readWatchFacts({ root, unfHome: home, isConfirmed: false }));
  if (refusal !== undefined) {
    const { code, message, hint } = refusal;
    throw new UnfError(code, `${root}: ${message}`, hint === undefined ? {} : { hint });
  }
  return { id: chooseProjectId(home, root), root, watched: false, addedAt: null };
}
