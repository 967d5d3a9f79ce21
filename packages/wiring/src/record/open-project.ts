import process from "node:process";
import type { RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Filter, HeldRules } from "@unf/core/filter";
import { projectDirectory, rescueDirectory } from "@unf/core/home";
import type { IntendedProject } from "@unf/core/intent";
import type { Hint, ProjectIdentity, RootWatch, Timeline, WatchScope } from "@unf/core/ports";
import { birthOf } from "@unf/core/watching";
import { HeldIgnoreFiles, Project, type ProjectLimits, type ProjectPorts } from "@unf/engine";
import { readRoot } from "@unf/maintenance";
import { readWatchLimits, systemClock } from "@unf/system";
import { digest } from "@unf/system/digest";
import { readIdentity, writeRoot } from "@unf/timeline";
import { listForgotten, openFilter } from "../filter/project-filter.ts";
import { openHomeTimeline } from "../home/open-timeline.ts";
import type { RecorderWorld } from "./recorder-world.ts";

export interface ProjectOpening {
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
export function openProject(world: RecorderWorld, opening: ProjectOpening): Project {
  const { fs, home } = world;
  const { root, id } = opening.intended;
  const create = identify(world, opening);
  fs.makeDirectory(projectDirectory(home, id), 0o700);
  const timeline = openHomeTimeline(home, id, create === undefined ? {} : { create });
  const heldFiles = new HeldIgnoreFiles({
    timeline,
    content: (hash) => world.contents.read(hash) ?? timeline.inboxed(hash),
  });
  return new Project({
    ...world,
    root,
    identity: readOwnIdentity(timeline, opening),
    clock: systemClock,
    timeline,
    digest,
    filter: filterFor(world, {
      ...opening,
      forgotten: listForgotten(timeline),
      heldRules: heldFiles,
    }),
    heldFiles,
    maxFileBytes: fileBytesMax(world, opening),
    limits: projectLimits,
    ...(opening.watch === undefined ? {} : { watch: opening.watch }),
    readWatchLimits,
    readCpuMs,
    onCommitted: opening.onCommitted,
    storePrompts: world.config["hooks.store_prompts"],
    rescueDirectory: (operation) => rescueDirectory(home, id, operation),
  });
}

/** The filter a project has in this world; made anew when neighbours or settings change. */
export function filterFor(
  world: Pick<RecorderWorld, "fs" | "home" | "config" | "globalExcludes" | "signatures">,
  opening: Pick<ProjectOpening, "intended" | "nestedRoots"> & {
    /** Patterns of what is forgotten for good. */
    readonly forgotten?: readonly string[];
    readonly heldRules?: HeldRules | undefined;
  },
): Filter {
  const { root, options } = opening.intended;
  const { nestedRoots, forgotten = [], heldRules } = opening;
  return openFilter({ ...world, root, options, nestedRoots, forgotten, heldRules });
}

/** Files larger than this are not recorded in the project. */
export function fileBytesMax(
  world: RecorderWorld,
  opening: Pick<ProjectOpening, "intended">,
): number {
  return opening.intended.options.maxFileBytes ?? world.config["record.max_file_size"];
}

/**
 * The project that a new timeline says it is about; `undefined` while the root is away, when none
 * can begin.
 */
function identify(
  { fs }: RecorderWorld,
  { intended }: ProjectOpening,
): ProjectIdentity | undefined {
  const { root, id } = intended;
  const stat = readRoot(fs, root);
  if (stat === undefined) return undefined;
  const { dev, ino } = stat;
  const birthNs = birthOf(stat);
  const born = birthNs === undefined ? {} : { birthNs };
  return { project: id, root, dev, ino, ...born, createdAt: systemClock.wall() };
}

/** The intent was changed first when the project's directory moved; the timeline follows it. */
function readOwnIdentity(timeline: Timeline, { intended }: ProjectOpening): ProjectIdentity {
  const identity = readIdentity(timeline);
  if (identity.root !== intended.root) writeRoot(timeline, intended.root);
  return identity;
}

/** Processor time of this process and all its threads since it began. Unit: ms. */
function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The bounds of `core/config/limits.ts` as the engine takes them. */
const projectLimits: ProjectLimits = {
  burst: limits.burst,
  pace: limits.pace,
  commit: limits.commit,
  sliceMs: limits.daemon.sliceMs,
  journalSteps: limits.daemon.journalSteps,
  openBurstsMax: limits.capture.openBurstsMax,
  mass: limits.mass,
  vanish: limits.vanish,
  inboxMs: limits.commit.inboxMs,
  sweepEveryMs: limits.sweep.everyMs,
  degradedSweepEveryMs: limits.sweep.degradedEveryMs,
  idleMs: limits.timeline.idleMs,
  skippedMax: limits.sweep.skippedMax,
  writeBackMs: limits.sweep.writeBackMs,
};
