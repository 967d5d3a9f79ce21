import { type AbsPath, joinPath, type ProjectId, relativeTo, UnfError } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import type { ProjectIdentity } from "@unf/core/ports";
import type { ProjectEntry } from "@unf/maintenance";
import { isRecordedIn, readRoot } from "@unf/maintenance";
import { openFileSystem } from "@unf/system";
import { openTimelineReader, readIdentity } from "@unf/timeline";
import { listProjects } from "../home/list-projects.ts";

/**
 * Known projects that were recorded in this very directory and are no longer where they were:
 * device and inode say so, and the time of birth where it is known. Watched ones first.
 */
export function findMoved(home: AbsPath, root: AbsPath): readonly ProjectEntry[] {
  const fs = openFileSystem();
  const here = readRoot(fs, root);
  if (here === undefined) return [];
  return listProjects(home).filter((project) => {
    if (project.root === root) return false;
    const recorded = readRecorded(home, project);
    if (recorded === undefined || !isRecordedIn(recorded, here)) return false;
    const there = readRoot(fs, project.root);
    return there === undefined || !isRecordedIn(recorded, there);
  });
}

/**
 * The project at `from`, when its history may go on at `to`. Throws `not_watched` when there is
 * none, and `refused` while it is recorded there: a history has one place.
 */
export function requireMovable(home: AbsPath, from: AbsPath, to: AbsPath): ProjectEntry {
  const known = listProjects(home).find((project) => project.root === from);
  if (known === undefined) {
    throw new UnfError("not_watched", `${from} has no history`, { hint: "unf list --all" });
  }
  const recorded = known.watched && from !== to ? readRecorded(home, known) : undefined;
  const there = readRoot(openFileSystem(), from);
  if (recorded !== undefined && there !== undefined && isRecordedIn(recorded, there)) {
    throw new UnfError("refused", `${from} is still there and watched`, {
      hint: `to end its recording first: unf unwatch ${from}`,
    });
  }
  return known;
}

/** Watched projects below the root `from` that moved to `to` with it, and where they are now. */
export function findMovedAlong(
  home: AbsPath,
  from: AbsPath,
  to: AbsPath,
): readonly { readonly id: ProjectId; readonly root: AbsPath }[] {
  return listProjects(home).flatMap(({ id, root: before, watched }) => {
    const within = watched ? relativeTo(from, before) : undefined;
    if (within === undefined || within === "") return [];
    const root = joinPath(to, within);
    return findMoved(home, root).some((moved) => moved.id === id) ? [{ id, root }] : [];
  });
}

/** `undefined` when the timeline cannot be read, or was never made. */
function readRecorded(home: AbsPath, { id }: ProjectEntry): ProjectIdentity | undefined {
  try {
    using timeline = openTimelineReader(timelinePath(home, id));
    return readIdentity(timeline);
  } catch (thrown) {
    if (thrown instanceof UnfError) return undefined;
    throw thrown;
  }
}
