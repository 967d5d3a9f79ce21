import { absPathToColumn, type BlobId, type ProjectId, sayFailure, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { TimelineBuilder } from "@unf/core/exchange";
import { lostKey, type Timeline } from "@unf/core/ports";
import { formatUtc } from "@unf/core/time";
import { type HealedObject, type HealingSource, healObjects } from "@unf/engine";
import type { RepairParams, RepairReply } from "@unf/protocol";
import type { HomePorts, HomeWorld, OpenProjects } from "../home/home.ts";
import { listProjects } from "../home/projects.ts";
import { replaceTimeline } from "./replace-timeline.ts";

/** Ports of repairing, beside those of every holder of the lock. */
export interface RepairWorld extends HomeWorld {
  readonly builder: Pick<TimelineBuilder, "rebuild">;
}

/**
 * Rebuilds timelines and heals contents. Only for the holder of the daemon's lock. What cannot be
 * rebuilt stays as it is and is reported; everything else is done.
 */
export async function repairHome(
  world: RepairWorld,
  open: OpenProjects,
  order: RepairParams,
): Promise<RepairReply> {
  const timelines: RepairReply["timelines"][number][] = [];
  for (const id of order.timelines) timelines.push(await rebuild(world, open, id as ProjectId));
  using sources = openSources(world);
  const tried = await healObjects(
    {
      ...world,
      sliceMs: limits.daemon.sliceMs,
      sources: sources.open,
    },
    order.objects as readonly BlobId[],
  );
  const packs: RepairReply["packs"][number][] = [];
  for (const name of order.packs ?? []) {
    const keptIn = await world.contents.salvagePack(name, () => world.clock.breathe());
    packs.push({ name, kept_in: keptIn === undefined ? null : absPathToColumn(keptIn) });
  }
  const healed = tried.map((one) => lookAgain(world, one));
  const lost = healed.filter(({ outcome }) => outcome === "lost").map(({ hash }) => hash);
  if (lost.length > 0) markLost(world, open, lost);
  return {
    timelines,
    objects: healed.map(toReply),
    packs,
    // Nobody writes an object at this moment: this process is the one that may.
    leftovers: world.contents.removeLeftovers(world.clock.wall()),
  };
}

/**
 * Looks again: a content made from one that stands again is found once its pack was gone through.
 */
function lookAgain({ contents }: HomeWorld, one: HealedObject): HealedObject {
  const isFound = one.outcome === "lost" && contents.examine(one.hash) === "found";
  return isFound ? { ...one, outcome: "healed" } : one;
}

async function rebuild(
  world: RepairWorld,
  open: OpenProjects,
  id: ProjectId,
): Promise<RepairReply["timelines"][number]> {
  await open.release(id);
  try {
    const { versions, keptIn } = replaceTimeline(world, id);
    return { project: id, versions, kept_in: absPathToColumn(keptIn) };
  } catch (thrown) {
    if (!(thrown instanceof UnfError) || isOfAll(thrown)) throw thrown;
    return { project: id, versions: 0, kept_in: null, why: sayFailure(thrown) };
  }
}

function openSources(home: HomePorts): { readonly open: readonly HealingSource[] } & Disposable {
  const open: HealingSource[] = [];
  for (const { id, root } of listProjects(home)) {
    try {
      open.push({ root, timeline: home.timelines.read(id) });
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
function markLost(home: HomePorts, open: OpenProjects, lost: readonly BlobId[]): void {
  const at = formatUtc(home.clock.wall());
  for (const { id } of listProjects(home)) {
    try {
      using check = home.timelines.check(id);
      const own = lost.filter((hash) => check.refers(hash));
      if (own.length === 0) continue;
      const mark = (timeline: Timeline) => {
        for (const hash of own) timeline.setMeta(lostKey(hash), at);
      };
      const opened = open.timeline(id);
      if (opened !== undefined) {
        mark(opened);
      } else {
        using timeline = home.timelines.open(id);
        mark(timeline);
      }
    } catch (thrown) {
      if (!(thrown instanceof UnfError) || isOfAll(thrown)) throw thrown;
    }
  }
}

function toReply({ hash, outcome, keptIn }: HealedObject): RepairReply["objects"][number] {
  return { hash, outcome, kept_in: keptIn === undefined ? null : absPathToColumn(keptIn) };
}

/** True for a failure that is not that of one timeline. */
function isOfAll({ code }: UnfError): boolean {
  return code === "no_space" || code === "lock_lost";
}
