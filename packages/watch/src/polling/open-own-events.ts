import type { Stats } from "node:fs";
import process from "node:process";
import { type AbsPath, type Hint, joinPath, type RelPath } from "@unf/core";
import type { FSWatcher } from "chokidar";

export interface OwnEventsOptions {
  readonly root: AbsPath;
  readonly covers: (directory: RelPath) => boolean;
  readonly tell: (hint: Hint) => void;
}

/**
 * Tells what programs of this machine change in a tree that is polled: of that even a network disk
 * gives events, so that nobody has to wait for the next pass. Nothing depends on it: what it misses,
 * and all that is removed, the passes find. `undefined` where chokidar is not installed.
 */
export async function openOwnEvents(options: OwnEventsOptions): Promise<FSWatcher | undefined> {
  const chokidar = await import("chokidar").catch(() => undefined);
  if (chokidar === undefined) return undefined;
  const { root, covers, tell } = options;
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
  watcher.on("all", (event, path) => {
    const hint = toHint(event, below(path));
    if (hint !== undefined && !watcher.closed) tell(hint);
  });
  // A disk that gives no events is polled all the same.
  watcher.on("error", () => undefined);
  watcher.add(joinPath(root, "" as RelPath));
  return watcher;
}

function toHint(event: string, path: RelPath): Hint | undefined {
  // Names that are not UTF-8 it knows only mutilated.
  if (path === "" || path.includes("\ufffd")) return undefined;
  if (event === "add" || event === "change") return { kind: "touched", path, closed: false };
  return event === "addDir" ? { kind: "directory", path } : undefined;
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
