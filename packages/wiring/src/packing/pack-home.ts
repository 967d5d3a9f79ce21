import {
  type AbsPath,
  limits,
  type MonoMs,
  planDiskMarks,
  type TimelineReader,
  UnfError,
} from "@unf/core";
import { type PackingReport, packCold, Slice } from "@unf/engine";
import { readDiskRoom, systemClock, timelinePath } from "@unf/system";
import { openTimelineReader } from "@unf/timeline";
import { listProjects } from "../home-reader.ts";
import type { RecorderWorld } from "../recorder-world.ts";

export interface PackingPace {
  /** Lets everything else have its turn. */
  readonly breathe: () => Promise<void>;
  /** False as soon as there is something better to do. */
  readonly isIdle: () => boolean;
}

/** Packs the old contents of a home. Only for the holder of the daemon's lock, and while it is idle. */
export async function packHome(
  world: Pick<RecorderWorld, "home" | "contents" | "config" | "log" | "mayWrite">,
  { breathe, isIdle }: PackingPace,
): Promise<PackingReport> {
  using timelines = openTimelines(world.home);
  return await packCold({
    now: systemClock.wall(),
    limits: limits.pack,
    contents: world.contents,
    timelines: timelines.open,
    breathe: openPace(breathe, isIdle),
    isIdle,
    hasRoom: () => hasRoom(world),
    mayWrite: world.mayWrite,
    log: world.log,
  });
}

/** What is there twice for a while must not stop recording: a pack, and what it is made of. */
function hasRoom({ home, config }: Pick<RecorderWorld, "home" | "config">): boolean {
  const { shortBytes } = planDiskMarks(config["store.min_free"]);
  return readDiskRoom(home).freeBytes >= shortBytes + 2 * limits.pack.bytesMax;
}

/**
 * To be called often: after each slice it lets everything else have its turn, and rests as long; while
 * something is recorded, three times as long.
 */
export function openPace(
  breathe: () => Promise<void>,
  isIdle: () => boolean = () => true,
): () => Promise<void> {
  const { restMs, busyRestMs } = limits.pack;
  const paced = async () => {
    await breathe();
    await rest(isIdle() ? restMs : busyRestMs);
  };
  const slice = new Slice({ ...systemClock, breathe: paced }, limits.daemon.sliceMs);
  return async () => {
    if (slice.isOver()) await slice.next();
  };
}

function rest(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  systemClock.alarm((systemClock.mono() + ms) as MonoMs, resolve);
  return promise;
}

/** Those that can be read: contents that only others name are not packed. */
function openTimelines(home: AbsPath): { readonly open: readonly TimelineReader[] } & Disposable {
  const open: TimelineReader[] = [];
  for (const { id } of listProjects(home)) {
    try {
      open.push(openTimelineReader(timelinePath(home, id)));
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
