import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { limits } from "@unf/core";
import type { FSWatcher } from "chokidar";

export interface ChokidarWishes {
  readonly root: string;
  readonly intervalMs: number;
  /** True for a directory that need not be polled. Gets the absolute path. */
  readonly isIgnored: (directory: string) => boolean;
  readonly listen: (watcher: FSWatcher) => void;
}

/** Variables with which a person's other tools would change what ours does. */
const overrides = ["CHOKIDAR_USEPOLLING", "CHOKIDAR_INTERVAL"] as const;

/** Polls a tree with chokidar; resolves when everything in it is polled. Follows no link. */
export async function openChokidar(wishes: ChokidarWishes): Promise<FSWatcher> {
  const { root, intervalMs, isIgnored, listen } = wishes;
  const { FSWatcher } = await import("chokidar");
  const watcher = withoutOverrides(
    () =>
      new FSWatcher({
        usePolling: true,
        interval: intervalMs,
        binaryInterval: intervalMs,
        persistent: false,
        followSymlinks: false,
        ignoreInitial: true,
        ignorePermissionErrors: true,
        atomic: false,
        ignored: (path: string, stats?: Stats) =>
          stats?.isDirectory() === true && path !== root && isIgnored(path),
      }),
  );
  listen(watcher);
  const ready = new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  const timer = new AbortController();
  watcher.add(root);
  await Promise.race([ready, pause(limits.watch.subscribeMsMax, undefined, timer)]);
  timer.abort();
  // The pool takes its work in turn: behind these the first look at each file is over.
  for (let round = 0; round < 2; round += 1) await stat(root).catch(() => undefined);
  return watcher;
}

function withoutOverrides<T>(make: () => T): T {
  const kept = overrides.map((name) => [name, process.env[name]] as const);
  try {
    for (const name of overrides) delete process.env[name];
    return make();
  } finally {
    for (const [name, value] of kept) if (value !== undefined) process.env[name] = value;
  }
}
