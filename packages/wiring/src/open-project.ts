import {
  birthOf,
  type Filter,
  type HeldRules,
  type Hint,
  type IntendedProject,
  type RelPath,
  type RootWatch,
  type Timeline,
  type WatchScope,
} from "@unf/core";
import { HeldIgnoreFiles, Project, type ProjectPorts } from "@unf/engine";
import { projectDirectory, rescueDirectory, systemClock } from "@unf/system";
import { digest } from "@unf/system/digest";
import { type ProjectIdentity, readIdentity, writeRoot } from "@unf/timeline";
import { openHomeTimeline } from "./open-timeline.ts";
import { listForgotten, openFilter } from "./project-filter.ts";
import { projectLimits } from "./project-limits.ts";
import { readCpuMs } from "./read-cpu.ts";
import { readRoot } from "./read-root.ts";
import { readWatchLimits } from "./read-watch-limits.ts";
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
  const timeline = openHomeTimeline(home, id, create === undefined ? {} : { create });
  const heldFiles = new HeldIgnoreFiles({
    timeline,
    content: (hash) => world.contents.read(hash) ?? timeline.inboxed(hash),
  });
  return new Project({
    ...world,
    root,
    identity: readOwnIdentity(timeline, wish),
    clock: systemClock,
    timeline,
    digest,
    filter: filterFor(world, { ...wish, forgotten: listForgotten(timeline), heldRules: heldFiles }),
    heldFiles,
    maxFileBytes: fileBytesMax(world, wish),
    limits: projectLimits,
    ...(wish.watch === undefined ? {} : { watch: wish.watch }),
    readWatchLimits,
    readCpuMs,
    onCommitted: wish.onCommitted,
    storePrompts: world.config["hooks.store_prompts"],
    rescueDirectory: (operation) => rescueDirectory(home, id, operation),
  });
}

/** The filter a project has in this world; made anew when neighbours or settings change. */
export function filterFor(
  world: Omit<RecorderWorld, "orders">,
  wish: Pick<ProjectWish, "intended" | "nestedRoots"> & {
    /** Patterns of what is forgotten for good. */
    readonly forgotten?: readonly string[];
    readonly heldRules?: HeldRules | undefined;
  },
): Filter {
  const { root, options } = wish.intended;
  const { nestedRoots, forgotten = [], heldRules } = wish;
  return openFilter({ ...world, root, options, nestedRoots, forgotten, heldRules });
}

/** Files larger than this are not recorded in the project. */
export function fileBytesMax(world: RecorderWorld, wish: Pick<ProjectWish, "intended">): number {
  return wish.intended.options.maxFileBytes ?? world.config["record.max_file_size"];
}

/** What a new timeline says it is about; `undefined` while the root is away, when none can begin. */
function identify({ fs }: RecorderWorld, { intended }: ProjectWish): ProjectIdentity | undefined {
  const { root, id } = intended;
  const stat = readRoot(fs, root);
  if (stat === undefined) return undefined;
  const { dev, ino } = stat;
  const birthNs = birthOf(stat);
  const born = birthNs === undefined ? {} : { birthNs };
  return { project: id, root, dev, ino, ...born, createdAt: systemClock.wall() };
}

/** The intent was changed first when the project's directory moved; the timeline follows it. */
function readOwnIdentity(timeline: Timeline, { intended }: ProjectWish): ProjectIdentity {
  const identity = readIdentity(timeline);
  if (identity.root !== intended.root) writeRoot(timeline, intended.root);
  return identity;
}
