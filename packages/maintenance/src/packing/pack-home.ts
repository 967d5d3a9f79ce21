import { type MonoMs, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock, TimelineReader } from "@unf/core/ports";
import { planDiskMarks } from "@unf/core/storage";
import { type PackingReport, packCold, Slice } from "@unf/engine";
import { breathingBy } from "../home/breathing.ts";
import type { HomePorts, HomeWorld } from "../home/home.ts";
import { listProjects } from "../home/projects.ts";

export interface PackingPace {
  /** Lets everything else have its turn. */
  readonly breathe: () => Promise<void>;
  /** False as soon as there is something better to do. */
  readonly isIdle: () => boolean;
}

/** Packs the old contents of a home. Only for the holder of the daemon's lock, and while it is idle. */
export async function packHome(
  world: HomeWorld,
  { breathe, isIdle }: PackingPace,
): Promise<PackingReport> {
  using timelines = openTimelines(world);
  return await packCold({
    now: world.clock.wall(),
    limits: limits.pack,
    contents: world.contents,
    timelines: timelines.open,
    breathe: openPace(world.clock, breathe, isIdle),
    isIdle,
    hasRoom: () => hasRoom(world),
    mayWrite: world.mayWrite,
    log: world.log,
  });
}

/** A pack and its contents are on the disk together for a while: that must not stop recording. */
function hasRoom({ home, fs, config }: Pick<HomeWorld, "home" | "fs" | "config">): boolean {
  const { shortBytes } = planDiskMarks(config["store.min_free"]);
  return fs.freeBytes(home) >= shortBytes + 2 * limits.pack.bytesMax;
}

/**
 * To be called often: after each slice it lets everything else have its turn, and rests as long; while
 * something is recorded, three times as long.
 */
export function openPace(
  clock: Clock,
  breathe: () => Promise<void>,
  isIdle: () => boolean = () => true,
): () => Promise<void> {
  const { restMs, busyRestMs } = limits.pack;
  const paced = async () => {
    await breathe();
    await rest(clock, isIdle() ? restMs : busyRestMs);
  };
  const slice = new Slice(breathingBy(clock, paced), limits.daemon.sliceMs);
  return async () => {
    if (slice.isOver()) await slice.next();
  };
}

function rest(clock: Clock, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.alarm((clock.mono() + ms) as MonoMs, resolve);
  return promise;
}

/** Those that can be read: contents that only others name are not packed. */
function openTimelines(
  home: Pick<HomePorts, "home" | "files" | "intents" | "timelines">,
): { readonly open: readonly TimelineReader[] } & Disposable {
  const open: TimelineReader[] = [];
  for (const { id } of listProjects(home)) {
    try {
      open.push(home.timelines.read(id));
    } catch (thrown) {
      // It is reported for itself, by `unf status` and `unf verify`.
      if (!(thrown instanceof UnfError)) throw thrown;
    }
  }
  return {
    open,
    [Symbol.dispose]: () => {
      for (const timeline of open) timeline[Symbol.dispose]();
    },
  };
}
