import {
  type AbsPath,
  type BlobId,
  type ForgetOrder,
  type NewForgetting,
  type ProjectId,
  patternOfPath,
  removeProject,
  type SnapshotId,
  UnfError,
} from "@unf/core";
import { readForgetPlan } from "@unf/engine";
import type { ForgetParams, ForgetReply } from "@unf/protocol";
import { readIntent, systemClock, timelinePath, writeIntent } from "@unf/system";
import { openTimeline, openTimelineCheck } from "@unf/timeline";
import { timelineIds } from "../home-reader.ts";
import type { RecorderWorld } from "../recorder-world.ts";
import { nothingOpen, type OpenProjects } from "../verify/repair-home.ts";
import { carryOnForgetting, isPending, listPending } from "./carry-on.ts";
import { openAllTimelines } from "./open-timelines.ts";

/** What the process that forgets has open, and how it stops watching. */
export interface ForgetDoors extends OpenProjects {
  unwatch(id: ProjectId): Promise<void>;
}

/** For a command that holds the daemon's lock itself. */
export function ownDoors(home: AbsPath): ForgetDoors {
  return {
    ...nothingOpen,
    unwatch: async (id) => {
      const chosen = readIntent(home);
      if (chosen.kind !== "known") return;
      if (chosen.intent.projects.some((one) => one.id === id)) {
        writeIntent(home, removeProject(chosen.intent, id));
      }
    },
  };
}

/**
 * Carries out an order to forget: first it is written down, then it is done. Only for the holder of
 * the daemon's lock. The projects concerned are closed for it.
 */
export async function forgetHome(
  world: RecorderWorld,
  doors: ForgetDoors,
  params: ForgetParams,
): Promise<ForgetReply> {
  {
    // Asked before anything is written down: what one of them needs must be known.
    using all = openAllTimelines(world.home, doors);
    void all;
  }
  const concerned = listConcerned(world.home, params);
  for (const id of concerned) {
    await doors.release(id, "something in it is being forgotten");
    writeOrders(world.home, id, params);
    if (params.what === "project") await doors.unwatch(id);
  }
  // What a crash cut off earlier is done now, too.
  const all = new Set([...concerned, ...listPending(world.home)]);
  const reply = { versions: 0, contents: 0, others: 0, pending: false };
  for (const id of all) {
    if (!isPending(world.home, id)) continue;
    await doors.release(id, "something in it is being forgotten");
    const done = await carryOnForgetting(world, doors, id);
    reply.versions += done.versions;
    reply.contents += done.contents;
    reply.others += done.others;
    reply.pending ||= done.isPending;
  }
  return reply;
}

/**
 * Carries on with what an earlier process wrote down and did not finish. What cannot be done now is
 * tried again another time.
 */
export async function carryOnAll(
  world: RecorderWorld,
  doors: OpenProjects,
): Promise<"none" | "done" | "left"> {
  let outcome: "none" | "done" | "left" = "none";
  for (const id of listPending(world.home)) {
    try {
      await doors.release(id, "something in it is being forgotten");
      const { versions, isPending: isNotDone } = await carryOnForgetting(world, doors, id);
      world.log.info("forget.carried_on", { project: id, versions, pending: isNotDone });
      if (outcome !== "left") outcome = isNotDone ? "left" : "done";
    } catch (thrown) {
      if (!(thrown instanceof UnfError)) throw thrown;
      world.log.warn("forget.pending", { project: id, error: thrown });
      outcome = "left";
    }
  }
  return outcome;
}

function listConcerned(home: AbsPath, { project, what, hash }: ForgetParams): ProjectId[] {
  if (what !== "content") {
    const id = timelineIds(home).find((one) => one === project);
    if (id !== undefined) return [id];
    throw new UnfError("not_watched", "there is no such project", { hint: "unf list" });
  }
  const wanted = hash as BlobId;
  return timelineIds(home).filter((id) => {
    using check = openTimelineCheck(timelinePath(home, id));
    return check.refers(wanted) || check.versionsOf(new Set([wanted])).length > 0;
  });
}

function writeOrders(home: AbsPath, id: ProjectId, params: ForgetParams): void {
  using timeline = openTimeline(timelinePath(home, id));
  if (params.what === "allow") {
    for (const { id: order, pattern } of timeline.forgettings()) {
      if (pattern !== null && params.patterns.includes(pattern)) timeline.endForgetting(order);
    }
    return;
  }
  const at = systemClock.wall();
  const upTo = timeline.facts().lastId ?? 0;
  const orders = listOrders(params, upTo);
  const plan = readForgetPlan(timeline, orders);
  const hashes = plan.contents.map((content) => content.hash);
  const written: NewForgetting[] = orders.map((order, index) => ({
    ...order,
    at,
    // Any of them: they are carried out together.
    hashes: order.kind === "content" ? order.hashes : index === 0 ? hashes : [],
    lasting: order.kind === "path" && params.lasting,
  }));
  // A file on disk that holds the content would be recorded again at once.
  const held = params.what === "content" && params.lasting ? plan.onDisk : [];
  for (const path of held) {
    const pattern = patternOfPath(path);
    written.push({ at, kind: "path", pattern, upTo: 0, hashes: [], lasting: true });
  }
  timeline.addForgettings(written);
}

function listOrders(
  { what, patterns, hash, before }: ForgetParams,
  lastId: SnapshotId | 0,
): ForgetOrder[] {
  const usual = { pattern: null, upTo: lastId, hashes: [] };
  switch (what) {
    case "paths":
      return patterns.map((pattern) => ({ ...usual, kind: "path", pattern }));
    case "content":
      return [{ ...usual, kind: "content", hashes: [hash as BlobId] }];
    case "before":
      return [{ ...usual, kind: "before", upTo: (before ?? 0) as SnapshotId | 0 }];
    case "project":
      return [{ ...usual, kind: "project" }];
    case "allow":
      return [];
  }
}
