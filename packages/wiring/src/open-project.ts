import {
  type AbsPath,
  encodePath,
  type Filter,
  type Hint,
  type IntendedProject,
  type ProjectId,
  type RelPath,
  type RootWatch,
  type WatchScope,
} from "@unf/core";
import { Project, type ProjectPorts } from "@unf/engine";
import { projectDirectory, systemClock, timelinePath } from "@unf/system";
import { digest } from "@unf/system/digest";
import { openTimeline, type ProjectIdentity, readIdentity } from "@unf/timeline";
import { guardTimeline } from "./guarded-store.ts";
import { openFilter } from "./project-filter.ts";
import { projectLimits } from "./project-limits.ts";
import type { RecorderWorld } from "./recorder-world.ts";

export interface ProjectWish {
  readonly intended: Pick<IntendedProject, "id" | "root" | "options">;
  readonly nestedRoots: readonly RelPath[];
  /** Starts watching the root; omitted by a process that only restores. */
  readonly watch?: (
    scope: WatchScope,
    deliver: (hints: readonly Hint[]) => void,
  ) => Promise<RootWatch>;
  readonly onCommitted: ProjectPorts["onCommitted"];
}

/** Opens a project for recording: its timeline, its filter, its identity. Creates the timeline. */
export function openProject(world: RecorderWorld, wish: ProjectWish): Project {
  const { fs, home } = world;
  const { root, id } = wish.intended;
  const create = identify(world, wish);
  fs.makeDirectory(projectDirectory(home, id), 0o700);
  const opened = openTimeline(timelinePath(home, id), create === undefined ? {} : { create });
  const timeline = world.mayWrite === undefined ? opened : guardTimeline(opened, world.mayWrite);
  return new Project({
    ...world,
    root,
    identity: readIdentity(timeline),
    clock: systemClock,
    timeline,
    digest,
    filter: filterFor(world, wish),
    maxFileBytes: fileBytesMax(world, wish),
    limits: projectLimits,
    ...(wish.watch === undefined ? {} : { watch: wish.watch }),
    onCommitted: wish.onCommitted,
  });
}

/** The filter a project has in this world; made anew when neighbours or settings change. */
export function filterFor(
  world: RecorderWorld,
  wish: Pick<ProjectWish, "intended" | "nestedRoots">,
): Filter {
  const { root, options } = wish.intended;
  return openFilter({ ...world, root, options, nestedRoots: wish.nestedRoots });
}

/** Files larger than this are not recorded in the project. */
export function fileBytesMax(world: RecorderWorld, wish: Pick<ProjectWish, "intended">): number {
  return wish.intended.options.maxFileBytes ?? world.config["record.max_file_size"];
}

/** The id of the project whose canonical root this is. */
export function projectId(root: AbsPath): ProjectId {
  return digest(encodePath(root)).slice(0, 16) as string as ProjectId;
}

/** What a new timeline says it is about; `undefined` while the root is away, when none can begin. */
function identify({ fs }: RecorderWorld, { intended }: ProjectWish): ProjectIdentity | undefined {
  const { root, id } = intended;
  const stat = fs.lstat(root);
  if (stat === undefined) return undefined;
  return { project: id, root, dev: stat.dev, ino: stat.ino, createdAt: systemClock.wall() };
}
