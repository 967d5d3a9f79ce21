import { type BlobId, type ProjectId, type SnapshotId, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type ForgetOrder, forgetPlanId, patternOfPath } from "@unf/core/forget";
import { timelinePath } from "@unf/core/home";
import { removeProject } from "@unf/core/intent";
import type { NewForgetting } from "@unf/core/timeline";
import { readForgetPlan } from "@unf/engine";
import type { ForgetParams, ForgetReply } from "@unf/protocol";
import { type HomePorts, type HomeWorld, nothingOpen, type OpenProjects } from "../home/home.ts";
import { timelineIds } from "../home/projects.ts";
import { openAllTimelines } from "./all-timelines.ts";
import { carryOnForgetting, type Forgotten, isPending, listPending } from "./carry-on.ts";
import { dismissSearches, renewSearches } from "./searches.ts";
import { readSideEffects } from "./side-effects.ts";

/** Projects that the process which forgets has open, and how it stops watching them. */
export interface WatchedProjects extends OpenProjects {
  unwatch(id: ProjectId): Promise<void>;
}

/** Of a reply that does not say yet what is left. */
const nothingSearched = { searched: false, files: 0, bytes: 0, found: [], unread: [] };

/** Nothing is open, and what is watched stands in the intent: a command that holds the daemon's lock itself. */
export function nothingWatched({ intents }: Pick<HomePorts, "intents">): WatchedProjects {
  return {
    ...nothingOpen,
    unwatch: async (id) => {
      const chosen = intents.read();
      if (chosen.kind !== "known") return;
      if (chosen.intent.projects.some((one) => one.id === id)) {
        intents.write(removeProject(chosen.intent, id));
      }
    },
  };
}

/**
 * Carries out an order to forget: first it is written down, then it is done. Only for the holder of
 * the daemon's lock. The projects concerned are closed for it.
 */
export async function forgetHome(
  world: HomeWorld,
  projects: WatchedProjects,
  params: ForgetParams,
): Promise<ForgetReply> {
  const done: Forgotten[] = [];
  if (params.what === "dismiss" || params.what === "search") {
    if (params.what === "dismiss") dismissSearches(world);
    else renewSearches(world);
    return replyOf(done);
  }
  {
    // Asked before anything is written down: what one of them needs must be known.
    using all = openAllTimelines(world, projects);
    void all;
  }
  const concerned = listConcerned(world, params);
  for (const id of concerned) await projects.release(id, "something in it is being forgotten");
  // Closed, and with all that they had still to record.
  requireForgetPlan(world, concerned, params);
  for (const id of concerned) {
    writeOrders(world, id, params);
    if (params.what === "project") await projects.unwatch(id);
  }
  // Orders that a crash cut off earlier are carried out now, too.
  const all = new Set([...concerned, ...listPending(world)]);
  for (const id of all) {
    if (!isPending(world, id)) continue;
    await projects.release(id, "something in it is being forgotten");
    const patienceMs = limits.forget.busyMsMax;
    done.push(await carryOnForgetting(world, projects, { id, patienceMs }));
  }
  return replyOf(done);
}

function replyOf(done: readonly Forgotten[]): ForgetReply {
  const sum = (count: (one: Forgotten) => number) => done.reduce((all, one) => all + count(one), 0);
  const texts = done.flatMap(({ project, sideEffects }) =>
    sideEffects.texts.map((place) => ({ project, ...place })),
  );
  const removed = done.flatMap(({ sideEffects }) => sideEffects.files);
  return {
    ...nothingSearched,
    versions: sum(({ versions }) => versions),
    contents: sum(({ contents }) => contents),
    others: texts.length + removed.length,
    texts: texts.slice(0, limits.forget.namedMax),
    removed: removed.slice(0, limits.forget.namedMax),
    pending: done.some(({ isPending: isHeld }) => isHeld),
  };
}

/** `held`: somebody reads an older state. `failed`: it could not be done now. */
export type CarriedOn = "none" | "done" | "held" | "failed";

/**
 * Carries on with what an earlier process wrote down and did not finish. What cannot be done now is
 * tried again another time.
 */
export async function carryOnAll(world: HomeWorld, projects: OpenProjects): Promise<CarriedOn> {
  const outcomes = new Set<CarriedOn>();
  for (const id of listPending(world)) {
    try {
      await projects.release(id, "something in it is being forgotten");
      const order = { id, patienceMs: limits.forget.busyRetryMs };
      const { versions, isPending: isHeld } = await carryOnForgetting(world, projects, order);
      world.log.info("forget.carried_on", { project: id, versions, pending: isHeld });
      outcomes.add(isHeld ? "held" : "done");
    } catch (thrown) {
      if (!(thrown instanceof UnfError)) throw thrown;
      world.log.warn("forget.pending", { project: id, error: thrown });
      outcomes.add("failed");
    }
  }
  const order: readonly CarriedOn[] = ["held", "failed", "done"];
  return order.find((one) => outcomes.has(one)) ?? "none";
}

function listConcerned(home: HomePorts, { project, what, hash }: ForgetParams): ProjectId[] {
  if (what !== "content") {
    const id = timelineIds(home).find((one) => one === project);
    if (id !== undefined) return [id];
    throw new UnfError("not_watched", "there is no such project", { hint: "unf list" });
  }
  const wanted = hash as BlobId;
  return timelineIds(home).filter((id) => {
    // Empty: a crash came when the history of a whole project had just gone.
    if (!home.files.exists(timelinePath(home.home, id))) return false;
    using check = home.timelines.check(id);
    if (check.refers(wanted) || check.canBringBack(wanted)) return true;
    return check.versionsOf(new Set([wanted])).length > 0;
  });
}

/** Throws `conflict` when other rows or texts are meant by now than those of the plan that was asked for. */
function requireForgetPlan(
  home: HomePorts,
  concerned: readonly ProjectId[],
  params: ForgetParams,
): void {
  if (params.plan === null) return;
  const marked = concerned.flatMap((project) => {
    using timeline = home.timelines.read(project);
    const orders = listOrders(params, timeline.facts().lastId ?? 0);
    const plan = readForgetPlan(timeline, orders, home.digest);
    if (plan.versions === 0) return [];
    const { texts } = readSideEffects(home, { id: project, timeline }, orders, plan);
    return [{ project, mark: plan.mark, texts }];
  });
  const now = forgetPlanId(marked);
  if (now === params.plan) return;
  throw new UnfError(
    "conflict",
    `the plan is now ${now}, not ${params.plan}; nothing was forgotten`,
    { hint: "look at it with --dry-run" },
  );
}

function writeOrders(home: HomePorts, id: ProjectId, params: ForgetParams): void {
  using timeline = home.timelines.open(id);
  if (params.what === "allow") {
    for (const { id: order, pattern } of timeline.forgettings()) {
      if (pattern !== null && params.patterns.includes(pattern)) timeline.endForgetting(order);
    }
    return;
  }
  const at = home.clock.wall();
  const upTo = timeline.facts().lastId ?? 0;
  const orders = listOrders(params, upTo);
  const plan = readForgetPlan(timeline, orders, home.digest);
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
    case "search":
    case "dismiss":
      return [];
  }
}
