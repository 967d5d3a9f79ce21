import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type AbsPath,
  asStorageError,
  type BlobId,
  type Forgetting,
  limits,
  type ProjectId,
  planNeedles,
  type Timeline,
  UnfError,
} from "@unf/core";
import { type ForgetPlan, forgetContents, forgetRows, readForgetPlan } from "@unf/engine";
import { projectDirectory, rescuesDirectory, systemClock, timelinePath } from "@unf/system";
import { openTimeline, openTimelineCheck, openTimelineReader } from "@unf/timeline";
import { timelineIds } from "../home-reader.ts";
import { projectLimits } from "../project-limits.ts";
import type { RecorderWorld } from "../recorder-world.ts";
import type { OpenProjects } from "../verify/repair-home.ts";
import { forgetFiles, forgetTexts } from "./forget-files.ts";
import { openAllTimelines } from "./open-timelines.ts";

/** What came of the orders of one project. */
export interface Forgotten {
  readonly versions: number;
  readonly contents: number;
  /** Payloads, texts and files besides, from which it was taken. */
  readonly others: number;
  /** Somebody reads an older state: the write-ahead log still has the bytes. */
  readonly isPending: boolean;
}

/** Projects in which orders to forget are not carried out yet. Timelines that cannot be read are left out. */
export function listPending(home: AbsPath): ProjectId[] {
  return timelineIds(home).filter((id) => isPending(home, id));
}

export function isPending(home: AbsPath, id: ProjectId): boolean {
  const path = timelinePath(home, id);
  if (!existsSync(path)) return false;
  try {
    using timeline = openTimelineReader(path);
    return timeline.forgettings().some(({ state }) => state === "pending");
  } catch (thrown) {
    // Damaged, or of an older version: then nothing of it was begun that could be carried on.
    if (thrown instanceof UnfError) return false;
    throw thrown;
  }
}

/**
 * Carries out every order to forget of one project that is written down and not done. Nobody may have
 * the project open. May be cut off anywhere and repeated. Throws `StorageError` when the disk refuses.
 */
export async function carryOnForgetting(
  world: RecorderWorld,
  open: OpenProjects,
  id: ProjectId,
): Promise<Forgotten> {
  try {
    return await carryOnIn(world, open, id);
  } catch (thrown) {
    throw asStorageError(thrown, "something that is to be forgotten");
  }
}

async function carryOnIn(
  world: RecorderWorld,
  open: OpenProjects,
  id: ProjectId,
): Promise<Forgotten> {
  const { home } = world;
  let isWhole = false;
  const forgotten = await (async () => {
    using timeline = openTimeline(timelinePath(home, id));
    const orders = timeline.forgettings().filter(({ state }) => state === "pending");
    isWhole = orders.some(({ kind }) => kind === "project");
    return await forgetIn({ world, open, id, timeline }, orders, isWhole);
  })();
  // Its order goes with it, last of all: a history that is half gone is carried on with.
  if (isWhole) removeHistory(home, id);
  return isWhole ? { ...forgotten, isPending: false } : forgotten;
}

interface Site {
  readonly world: RecorderWorld;
  readonly open: OpenProjects;
  readonly id: ProjectId;
  readonly timeline: Timeline;
}

async function forgetIn(
  site: Site,
  orders: readonly Forgetting[],
  isWhole: boolean,
): Promise<Forgotten> {
  const { world, open, id, timeline } = site;
  using all = openAllTimelines(world.home, open, isWhole ? id : undefined);
  const plan = readForgetPlan(timeline, orders);
  const needles = readNeedles(site, plan);
  const scrubbed = timeline.scrub(needles);
  const texts = forgetTexts(world.home, needles);
  const versions = isWhole
    ? plan.versions
    : await forgetRows(
        { timeline, clock: systemClock, sliceMs: projectLimits.sliceMs },
        orders,
        argvOf(orders),
      );
  const hashes = isWhole ? allContents(world.home, id) : orders.flatMap((order) => order.hashes);
  const ports = { ...all, clock: systemClock, contents: world.contents };
  const gone = await forgetContents(ports, [...new Set(hashes)]);
  const files = forgetFiles(world.home, id, { orders, hashes: new Set(hashes) });
  const isDone = isWhole || (await compact(timeline));
  if (isDone && !isWhole) for (const order of orders) timeline.finishForgetting(order.id, versions);
  return {
    versions,
    contents: gone.length,
    others: scrubbed.payloads + scrubbed.texts + texts + files,
    isPending: !isDone,
  };
}

/** Contents read for what to look for; more are looked for by their digests only. */
const needleContentsMax = 2000;

function readNeedles({ world, timeline }: Site, { contents, shared }: ForgetPlan): Uint8Array[] {
  const needles: Uint8Array[] = [];
  for (const { hash, path } of contents.slice(0, needleContentsMax)) {
    if (shared.has(hash)) continue;
    const bytes = timeline.inboxed(hash) ?? world.contents.read(hash);
    if (bytes !== undefined) needles.push(...planNeedles(path, bytes));
  }
  return needles;
}

/** Without a digest, which is a hint to what it was taken of. */
function argvOf(orders: readonly Forgetting[]): string[] {
  const words = orders.flatMap(({ kind, pattern }) => (kind === "path" ? [pattern ?? ""] : []));
  return ["forget", ...words];
}

async function compact(timeline: Timeline): Promise<boolean> {
  const end = systemClock.mono() + limits.forget.busyMsMax;
  for (;;) {
    const outcome = timeline.compact();
    if (outcome === "done") return true;
    if (outcome === "busy" && systemClock.mono() >= end) return false;
    await (outcome === "more" ? systemClock.breathe() : pause());
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, limits.forget.busyRetryMs));
}

function allContents(home: AbsPath, id: ProjectId): BlobId[] {
  using check = openTimelineCheck(timelinePath(home, id));
  const hashes: BlobId[] = [];
  for (let first = 0; first < 256; first += 1) {
    const digits = first.toString(16).padStart(2, "0");
    hashes.push(...check.contents(digits).map(({ hash }) => hash));
  }
  return hashes;
}

/** The timeline goes last, and its side files before it. */
function removeHistory(home: AbsPath, id: ProjectId): void {
  rmSync(rescuesDirectory(home, id), { recursive: true, force: true });
  const directory = projectDirectory(home, id);
  const path = timelinePath(home, id);
  for (const name of readdirSync(directory)) {
    const entry = join(directory, name);
    if (entry !== path) rmSync(entry, { recursive: true, force: true });
  }
  rmSync(path, { force: true });
  rmSync(directory, { recursive: true, force: true });
}
