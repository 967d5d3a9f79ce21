import {
  type AbsPath,
  type ProjectId,
  type RelPath,
  relativeTo,
  systemCode,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import type { TimelineBuilder } from "@unf/core/exchange";
import { rescueDirectory, timelinePath } from "@unf/core/home";
import type { IntendedProject, Intent } from "@unf/core/intent";
import type { Log, Timeline } from "@unf/core/ports";
import type { Handover } from "@unf/core/timeline";
import { takeRescues } from "@unf/engine";
import type { HomeWorld, OpenProjects } from "../home/home.ts";
import { swapTimeline } from "../home/swap-timeline.ts";

/** Ports of taking directories back, beside those of every holder of the lock. */
export interface HandoverWorld extends Omit<HomeWorld, "config"> {
  readonly builder: Pick<TimelineBuilder, "withChild">;
}

/** A project whose root lies in that of another, seen from there. */
export interface NestedProject {
  readonly path: RelPath;
  readonly id: ProjectId;
}

export function nestedProjects(
  projects: readonly IntendedProject[],
  root: AbsPath,
): NestedProject[] {
  return projects.flatMap((project) => {
    const path = relativeTo(root, project.root);
    return path === undefined || path === "" ? [] : [{ path, id: project.id }];
  });
}

/** Makes the hand-overs that last those of the projects that are nested now. */
export function noteHandovers(
  timeline: Timeline,
  nested: readonly NestedProject[],
  now: WallMs,
): void {
  const lasting = timeline.handovers().filter(({ to }) => to === null);
  for (const handover of lasting)
    if (!isOf(handover, nested)) timeline.endHandover(handover.id, now);
  for (const one of nested) {
    if (lasting.some((handover) => isOf(handover, [one]))) continue;
    timeline.beginHandover({ path: one.path, project: one.id, from: now });
  }
}

/**
 * Takes into the history of each project what others recorded of directories that are its own again:
 * they are not watched any more. What cannot be taken in stays where it is, and the directory comes back
 * as it stands on disk. Only for the holder of the daemon's lock.
 */
export async function takeBackDirectories(
  world: HandoverWorld,
  open: OpenProjects,
  intent: Intent,
  log: Log,
): Promise<void> {
  for (const { id, root } of intent.projects) {
    const nested = nestedProjects(intent.projects, root);
    for (const handover of readHandovers(world, open, id)) {
      if (handover.to !== null || isOf(handover, nested)) continue;
      try {
        await takeBack({ world, open, log }, id, handover);
      } catch (error) {
        if (!(error instanceof UnfError)) throw error;
        log.error("project.not_taken_back", { root, path: handover.path, error });
      }
    }
  }
}

async function takeBack(
  { world, open, log }: Readonly<{ world: HandoverWorld; open: OpenProjects; log: Log }>,
  id: ProjectId,
  handover: Handover,
): Promise<void> {
  const from = timelinePath(world.home, handover.project);
  if (world.fs.lstat(from) === undefined) return;
  const why = `${handover.path} becomes a part of it again`;
  await open.release(handover.project, why);
  // Of an older format it is brought up to date.
  world.timelines.open(handover.project)[Symbol.dispose]();
  await open.release(id, why);
  const order = { handover, at: world.clock.wall() };
  const built = await world.builder.withChild(id, order, () => world.clock.breathe());
  // Before the operations that name them.
  for (const [there, here] of built.operations) {
    bringRescues(world, { handover, id, there, here }, log);
    await world.clock.breathe();
  }
  await open.release(id, why);
  if (built.isCurrent()) swapTimeline(world, id, built.path);
}

/** History without a rescue is better than none: an undo says what it misses. */
function bringRescues(
  { fs, home }: HandoverWorld,
  {
    handover,
    id,
    there,
    here,
  }: {
    readonly handover: Handover;
    readonly id: ProjectId;
    readonly there: number;
    readonly here: number;
  },
  log: Log,
): void {
  const from = rescueDirectory(home, handover.project, there);
  try {
    takeRescues(fs, { from, to: rescueDirectory(home, id, here), below: handover.path });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    log.error("project.rescue_left", { from, error });
  }
}

/** None of one that has no history yet, or one that cannot be read: whoever opens it says so. */
function readHandovers(
  world: HandoverWorld,
  open: OpenProjects,
  id: ProjectId,
): readonly Handover[] {
  try {
    const timeline = open.timeline(id);
    if (timeline !== undefined) return timeline.handovers();
    const place = timelinePath(world.home, id);
    if (world.fs.lstat(place) === undefined) return [];
    using reader = world.timelines.read(id);
    return reader.handovers();
  } catch (thrown) {
    if (thrown instanceof UnfError) return [];
    throw thrown;
  }
}

function isOf({ path, project }: Handover, nested: readonly NestedProject[]): boolean {
  return nested.some((one) => one.path === path && one.id === project);
}
