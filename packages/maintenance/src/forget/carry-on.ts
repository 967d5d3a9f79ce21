import {
  asStorageError,
  type BlobId,
  joinPath,
  type MonoMs,
  type ProjectId,
  type RelPath,
  UnfError,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import { printOf, spellings } from "@unf/core/forget";
import { projectDirectory, rescuesDirectory, timelinePath } from "@unf/core/home";
import type { Timeline } from "@unf/core/ports";
import type { Forgetting } from "@unf/core/timeline";
import { forgetContents, forgetRows, readForgetPlan } from "@unf/engine";
import type { HomePorts, HomeWorld, OpenProjects } from "../home/home.ts";
import { timelineIds } from "../home/projects.ts";
import { openAllTimelines } from "./all-timelines.ts";
import {
  directoryOf,
  listNamedFiles,
  listRescuedContents,
  listTextFiles,
  removeFiles,
  syncTemporaries,
} from "./forget-files.ts";
import { readNeedles } from "./read-needles.ts";
import { noteSearch } from "./searches.ts";
import { type SideEffects, sideEffectsOf } from "./side-effects.ts";

/** Outcome of the orders of one project. */
export interface Forgotten {
  readonly project: ProjectId;
  readonly versions: number;
  readonly contents: number;
  readonly sideEffects: SideEffects;
  /** Somebody reads an older state: the write-ahead log still has the bytes. */
  readonly isPending: boolean;
}

type Places = Pick<HomePorts, "home" | "files" | "timelines">;

/** Projects in which orders to forget are not carried out yet. Timelines that cannot be read are left out. */
export function listPending(home: Places): ProjectId[] {
  return timelineIds(home).filter((id) => isPending(home, id));
}

export function isPending({ home, files, timelines }: Places, id: ProjectId): boolean {
  if (!files.exists(timelinePath(home, id))) return false;
  try {
    using timeline = timelines.read(id);
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
  world: HomeWorld,
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
  world: HomeWorld,
  open: OpenProjects,
  { id, patienceMs }: { readonly id: ProjectId; readonly patienceMs: number },
): Promise<Forgotten> {
  let isWhole = false;
  const forgotten = await (async () => {
    using timeline = world.timelines.open(id);
    const orders = timeline.forgettings().filter(({ state }) => state === "pending");
    isWhole = orders.some(({ kind }) => kind === "project");
    return await forgetIn({ world, open, id, timeline, patienceMs }, orders, isWhole);
  })();
  // Its order goes with it, last of all: a history that is half gone is carried on with.
  if (isWhole) removeHistory(world, id);
  return isWhole ? { ...forgotten, isPending: false } : forgotten;
}

interface Site {
  readonly world: HomeWorld;
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
  const { clock, digest } = world;
  // Files that the name alone decides go first: nothing unreadable holds that up.
  const namedFiles = listNamedFiles(world, id, orders);
  removeFiles(world, namedFiles);
  using all = openAllTimelines(world, open, isWhole ? id : undefined);
  const plan = readForgetPlan(timeline, orders, digest);
  const read = (hash: BlobId) => world.contents.read(hash);
  const { everywhere, inTexts } = readNeedles({ ...world, id, timeline, all, read }, orders, plan);
  const prints = everywhere.flatMap(spellings).map((needle) => printOf(needle, digest));
  // Before the first of them goes: whoever carries it on cannot read them any more.
  noteSearch(world, id, { prints });
  const needles = [...everywhere, ...inTexts];
  const texts = timeline.scrub(needles);
  const textFiles = listTextFiles(world, needles);
  removeFiles(world, textFiles);
  syncTemporaries(world);
  const deleted = timeline.pruned().flatMap(({ hash }) => hash ?? []);
  const versions = isWhole
    ? plan.versions
    : await forgetRows({ timeline, clock, sliceMs: limits.daemon.sliceMs }, orders, argvOf(orders));
  const hashes = isWhole
    ? [...allContents(world, id), ...deleted]
    : orders.flatMap((order) => order.hashes);
  const ports = { ...all, clock, contents: world.contents };
  const gone = await forgetContents(ports, [...new Set(hashes)]);
  const rescued = listRescuedContents(world, id, new Set(hashes));
  removeFiles(world, rescued);
  noteSearch(world, id, { hashes: gone });
  const isDone = isWhole || (await compact(site));
  if (isDone && !isWhole) for (const order of orders) timeline.finishForgetting(order.id, versions);
  return {
    project: id,
    versions,
    contents: gone.length,
    // Of a history that goes as a whole no texts are named: all of them go.
    sideEffects: sideEffectsOf(world.home, isWhole ? [] : texts, [
      ...namedFiles,
      ...textFiles,
      ...rescued,
    ]),
    isPending: !isDone,
  };
}

/** Without a digest, which is a hint to what it was taken of. */
function argvOf(orders: readonly Forgetting[]): string[] {
  const words = orders.flatMap(({ kind, pattern }) => (kind === "path" ? [pattern ?? ""] : []));
  return ["forget", ...words];
}

async function compact({ world, timeline, patienceMs }: Site): Promise<boolean> {
  const { clock } = world;
  const end = clock.mono() + patienceMs;
  for (;;) {
    const outcome = timeline.compact();
    if (outcome === "done") return true;
    if (outcome === "busy" && clock.mono() >= end) return false;
    await (outcome === "more" ? clock.breathe() : pause(world));
  }
}

function pause({ clock }: HomePorts): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.alarm((clock.mono() + limits.forget.busyRetryMs) as MonoMs, resolve);
  return promise;
}

function allContents({ timelines }: HomePorts, id: ProjectId): BlobId[] {
  using check = timelines.check(id);
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
function removeHistory({ home, fs, files }: HomePorts, id: ProjectId): void {
  const rescues = rescuesDirectory(home, id);
  files.removeAll(rescues);
  if (files.exists(directoryOf(rescues))) fs.syncDirectory(directoryOf(rescues));
  const directory = projectDirectory(home, id);
  const path = timelinePath(home, id);
  for (const name of files.listNames(directory)) {
    const entry = joinPath(directory, name as RelPath);
    if (entry !== path) files.removeAll(entry);
  }
  fs.syncDirectory(directory);
  files.removeAll(path);
  files.removeAll(directory);
  fs.syncDirectory(directoryOf(directory));
}
