import type { Stats } from "node:fs";
import process from "node:process";
import type { AbsPath, RelPath } from "@unf/core/base";
import type { FSWatcher } from "chokidar";

export interface OwnEventsOptions {
  readonly root: AbsPath;
  readonly covers: (directory: RelPath) => boolean;
  /** A file was written to; the path may by now be anything. */
  readonly changed: (path: RelPath) => void;
}

/**
 * Tells what programs of this machine write to files of a tree that is polled: of that even a network
 * disk gives events, so that nobody has to wait for the next pass. Nothing depends on it: what it
 * misses, and all that comes or goes, the passes find. `undefined` where chokidar is not installed.
 */
export async function openOwnEvents(options: OwnEventsOptions): Promise<FSWatcher | undefined> {
  const chokidar = await import("chokidar").catch(() => undefined);
  if (chokidar === undefined) return undefined;
  const { root, covers, changed } = options;
  const below = (path: string) => path.slice(root.length + 1) as RelPath;
  const watcher = withoutOverrides(
    () =>
      new chokidar.FSWatcher({
        usePolling: false,
        persistent: false,
        followSymlinks: false,
        ignoreInitial: true,
        ignorePermissionErrors: true,
        atomic: false,
        ignored: (path: string, stats?: Stats) =>
          stats?.isDirectory() === true && path !== root && !covers(below(path)),
      }),
  );
  watcher.on("change", (path) => {
    if (!watcher.closed) changed(below(path));
  });
  // A disk that gives no events is polled all the same.
  watcher.on("error", () => undefined);
  watcher.add(root);
  return watcher;
}

/** Variables with which a person's other tools would make it poll. */
const overrides = ["CHOKIDAR_USEPOLLING", "CHOKIDAR_INTERVAL"] as const;

function withoutOverrides<T>(make: () => T): T {
  const kept = overrides.map((name) => [name, process.env[name]] as const);
  try {
    for (const name of overrides) delete process.env[name];
    return make();
  } finally {
    for (const [name, value] of kept) if (value !== undefined) process.env[name] = value;
  }
}
