import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type AbsPath,
  asStorageError,
  type BlobId,
  type Forgetting,
  limits,
  type ProjectId,
  printOf,
  spellings,
  type Timeline,
  UnfError,
} from "@unf/core";
import { forgetContents, forgetRows, readForgetPlan } from "@unf/engine";
import {
  openFileSystem,
  projectDirectory,
  removeAll,
  rescuesDirectory,
  systemClock,
  timelinePath,
} from "@unf/system";
import { digest } from "@unf/system/digest";
import { openTimelineCheck, openTimelineReader } from "@unf/timeline";
import { timelineIds } from "../home-reader.ts";
import { openHomeTimeline } from "../open-timeline.ts";
import { projectLimits } from "../project-limits.ts";
import type { RecorderWorld } from "../recorder-world.ts";
import type { OpenProjects } from "../verify/repair-home.ts";
import { besidesOf } from "./besides.ts";
import type { Besides } from "./besides-report.ts";
import { listNamedFiles, listRescuedContents, listTextFiles, removeFiles } from "./forget-files.ts";
import { openAllTimelines } from "./open-timelines.ts";
import { readNeedles } from "./read-needles.ts";
import { noteSearch } from "./searches.ts";

/** What came of the orders of one project. */
export interface Forgotten {
  readonly project: ProjectId;
  readonly versions: number;
  readonly contents: number;
  readonly besides: Besides;
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
 * `patienceMs`: for readers of an older state.
 */
export async function carryOnForgetting(
  world: RecorderWorld,
  open: OpenProjects,
  { id, patienceMs }: { readonly id: ProjectId; readonly patienceMs: number },
): Promise<Forgotten> {
  try {
    return await carryOnIn(world, open, { id, patienceMs });
  } catch (thrown) {
    throw asStorageError(thrown, "something that is to be forgotten");
  }
}

async function carryOnIn(
  world: RecorderWorld,
  open: OpenProjects,
  { id, patienceMs }: { readonly id: ProjectId; readonly patienceMs: number },
): Promise<Forgotten> {
  const { home } = world;
  let isWhole = false;
  const forgotten = await (async () => {
    using timeline = openHomeTimeline(home, id);
    const orders = timeline.forgettings().filter(({ state }) => state === "pending");
    isWhole = orders.some(({ kind }) => kind === "project");
    return await forgetIn({ world, open, id, timeline, patienceMs }, orders, isWhole);
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
  readonly patienceMs: number;
}

async function forgetIn(
  site: Site,
  orders: readonly Forgetting[],
  isWhole: boolean,
): Promise<Forgotten> {
  const { world, open, id, timeline } = site;
  const { home } = world;
  // What the name alone decides goes first: nothing that cannot be read holds that up.
  const namedFiles = listNamedFiles(home, id, orders);
  removeFiles(namedFiles);
  using all = openAllTimelines(home, open, isWhole ? id : undefined);
  const plan = readForgetPlan(timeline, orders, digest);
  const read = (hash: BlobId) => world.contents.read(hash);
  const { everywhere, inTexts } = readNeedles({ home, id, timeline, all, read }, orders, plan);
  const prints = everywhere.flatMap(spellings).map((needle) => printOf(needle, digest));
  // Before the first of them goes: whoever carries it on cannot read them any more.
  noteSearch(home, id, { prints });
  const needles = [...everywhere, ...inTexts];
  const texts = timeline.scrub(needles);
  const textFiles = listTextFiles(home, needles);
  removeFiles(textFiles);
  const deleted = timeline.pruned().flatMap(({ hash }) => hash ?? []);
  const versions = isWhole
    ? plan.versions
    : await forgetRows(
        { timeline, clock: systemClock, sliceMs: projectLimits.sliceMs },
        orders,
        argvOf(orders),
      );
  const hashes = isWhole
    ? [...allContents(home, id), ...deleted]
    : orders.flatMap((order) => order.hashes);
  const ports = { ...all, clock: systemClock, contents: world.contents };
  const gone = await forgetContents(ports, [...new Set(hashes)]);
  const rescued = listRescuedContents(home, id, new Set(hashes));
  removeFiles(rescued);
  noteSearch(home, id, { hashes: gone });
  const isDone = isWhole || (await compact(timeline, site.patienceMs));
  if (isDone && !isWhole) for (const order of orders) timeline.finishForgetting(order.id, versions);
  return {
    project: id,
    versions,
    contents: gone.length,
    // Of a history that goes as a whole no texts are named: all of them go.
    besides: besidesOf(home, isWhole ? [] : texts, [...namedFiles, ...textFiles, ...rescued]),
    isPending: !isDone,
  };
}

/** Without a digest, which is a hint to what it was taken of. */
function argvOf(orders: readonly Forgetting[]): string[] {
  const words = orders.flatMap(({ kind, pattern }) => (kind === "path" ? [pattern ?? ""] : []));
  return ["forget", ...words];
}

async function compact(timeline: Timeline, patienceMs: number): Promise<boolean> {
  const end = systemClock.mono() + patienceMs;
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

/**
 * The timeline goes last, once it is certain that its side files are gone. Durable when it returns: a
 * power cut brings nothing back.
 */
function removeHistory(home: AbsPath, id: ProjectId): void {
  const { syncDirectory } = openFileSystem();
  const rescues = rescuesDirectory(home, id);
  removeAll(rescues);
  if (existsSync(dirname(rescues))) syncDirectory(dirname(rescues) as AbsPath);
  const directory = projectDirectory(home, id);
  const path = timelinePath(home, id);
  for (const name of readdirSync(directory)) {
    const entry = join(directory, name);
    if (entry !== path) removeAll(entry);
  }
  syncDirectory(directory);
  removeAll(path);
  removeAll(directory);
  syncDirectory(dirname(directory) as AbsPath);
}
