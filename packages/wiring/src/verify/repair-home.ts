import {
  type AbsPath,
  type BlobId,
  formatUtc,
  lostKey,
  type ProjectId,
  pathToColumn,
  type RelPath,
  sayFailure,
  type Timeline,
  UnfError,
} from "@unf/core";
import { type HealedObject, type HealingSource, healObjects } from "@unf/engine";
import type { RepairParams, RepairReply } from "@unf/protocol";
import { systemClock, timelinePath } from "@unf/system";
import { digest } from "@unf/system/digest";
import { openTimelineCheck, openTimelineReader } from "@unf/timeline";
import { listProjects } from "../home-reader.ts";
import { openHomeTimeline } from "../open-timeline.ts";
import { projectLimits } from "../project-limits.ts";
import type { RecorderWorld } from "../recorder-world.ts";
import { replaceTimeline } from "./replace-timeline.ts";

/** The projects that the process which repairs has open itself. */
export interface OpenProjects {
  /** The timeline of a project that is open, to write to. */
  timeline(id: ProjectId): Timeline | undefined;
  /** Closes the project, because its timeline will be another, or for `why`. */
  release(id: ProjectId, why?: string): Promise<void>;
}

/** Nothing is open: a command that holds the daemon's lock itself. */
export const nothingOpen: OpenProjects = {
  timeline: () => undefined,
  release: async () => undefined,
};

/**
 * Rebuilds timelines and heals contents. Only for the holder of the daemon's lock. What cannot be
 * rebuilt stays as it is and is reported; everything else is done.
 */
export async function repairHome(
  world: RecorderWorld,
  open: OpenProjects,
  order: RepairParams,
): Promise<RepairReply> {
  const timelines: RepairReply["timelines"][number][] = [];
  for (const id of order.timelines) timelines.push(await rebuild(world, open, id as ProjectId));
  using sources = openSources(world.home);
  const tried = await healObjects(
    {
      ...world,
      digest,
      clock: systemClock,
      sliceMs: projectLimits.sliceMs,
      sources: sources.open,
    },
    order.objects as readonly BlobId[],
  );
  const packs: RepairReply["packs"][number][] = [];
  for (const name of order.packs ?? []) {
    const keptIn = await world.contents.salvagePack(name, () => systemClock.breathe());
    packs.push({ name, kept_in: keptIn === undefined ? null : toColumn(keptIn) });
  }
  const healed = tried.map((one) => lookAgain(world, one));
  const lost = healed.filter(({ outcome }) => outcome === "lost").map(({ hash }) => hash);
  if (lost.length > 0) markLost(world.home, open, lost);
  return {
    timelines,
    objects: healed.map(toReply),
    packs,
    // Nobody writes an object at this moment: this process is the one that may.
    leftovers: world.contents.removeLeftovers(systemClock.wall()),
  };
}

/** What was made from a content that stands again is found once its pack was gone through. */
function lookAgain({ contents }: RecorderWorld, one: HealedObject): HealedObject {
  const isFound = one.outcome === "lost" && contents.examine(one.hash) === "found";
  return isFound ? { ...one, outcome: "healed" } : one;
}

async function rebuild(
  world: RecorderWorld,
  open: OpenProjects,
  id: ProjectId,
): Promise<RepairReply["timelines"][number]> {
  await open.release(id);
  try {
    const { versions, keptIn } = replaceTimeline(world, id);
    return { project: id, versions, kept_in: toColumn(keptIn) };
  } catch (thrown) {
    if (!(thrown instanceof UnfError) || isOfAll(thrown)) throw thrown;
    return { project: id, versions: 0, kept_in: null, why: sayFailure(thrown) };
  }
}

function openSources(home: AbsPath): { readonly open: readonly HealingSource[] } & Disposable {
  const open: HealingSource[] = [];
  for (const { id, root } of listProjects(home)) {
    try {
      open.push({ root, timeline: openTimelineReader(timelinePath(home, id)) });
    } catch (thrown) {
      // Nothing can be found in a timeline that cannot be read; it is reported for itself.
      if (!(thrown instanceof UnfError)) throw thrown;
    }
  }
  return {
    open,
    [Symbol.dispose]: () => {
      for (const { timeline } of open) timeline[Symbol.dispose]();
    },
  };
}

/** Notes in every timeline concerned what is lost, so that it is said once as news. */
function markLost(home: AbsPath, open: OpenProjects, lost: readonly BlobId[]): void {
  const at = formatUtc(systemClock.wall());
  for (const { id } of listProjects(home)) {
    const path = timelinePath(home, id);
    try {
      using check = openTimelineCheck(path);
      const own = lost.filter((hash) => check.refers(hash));
      if (own.length === 0) continue;
      const mark = (timeline: Timeline) => {
        for (const hash of own) timeline.setMeta(lostKey(hash), at);
      };
      const opened = open.timeline(id);
      if (opened !== undefined) {
        mark(opened);
      } else {
        using timeline = openHomeTimeline(home, id);
        mark(timeline);
      }
    } catch (thrown) {
      if (!(thrown instanceof UnfError) || isOfAll(thrown)) throw thrown;
    }
  }
}

function toReply({ hash, outcome, keptIn }: HealedObject): RepairReply["objects"][number] {
  return { hash, outcome, kept_in: keptIn === undefined ? null : toColumn(keptIn) };
}

function toColumn(path: AbsPath): string {
  return pathToColumn(path as string as RelPath);
}

/** True for a failure that is not that of one timeline. */
function isOfAll({ code }: UnfError): boolean {
  return code === "no_space" || code === "lock_lost";
}
