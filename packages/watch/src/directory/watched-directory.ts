import { type FSWatcher, lstatSync, type Stats, watch } from "node:fs";
import type { AbsPath } from "@unf/core/base";
import { failureCode } from "../base/failure.ts";
import { systemPath } from "../base/system-path.ts";

/** A directory with its `fs.watch`, and what tells it from another directory at the same path. */
export interface WatchedDirectory {
  readonly watcher: FSWatcher;
  readonly device: number;
  readonly inode: number;
  /** Unit: ms since the epoch; 0 where the file system does not keep it. Inodes are used again. */
  readonly bornMs: number;
}

export interface DirectoryListener {
  readonly onEvent: (isRename: boolean, name: Uint8Array | null) => void;
  readonly onError: (thrown: unknown) => void;
}

/** Watches the directory at `path`; gives `held` when that watches it already, or the failure's code. */
export function watchDirectory(
  path: AbsPath,
  held: WatchedDirectory | undefined,
  listener: DirectoryListener,
): WatchedDirectory | string {
  const at = systemPath(path);
  try {
    // In this order: if the directory is replaced in between, we know the old one and watch the new
    // one, and the event of the replacement makes us look again.
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return "ENOENT";
    if (held !== undefined && isSame(held, stat)) return held;
    const watcher = watch(at, { persistent: false, encoding: "buffer" }, (event, name) =>
      listener.onEvent(event === "rename", name),
    );
    watcher.on("error", listener.onError);
    return { watcher, device: stat.dev, inode: stat.ino, bornMs: stat.birthtimeMs };
  } catch (thrown) {
    return failureCode(thrown);
  }
}

/** Without a time of birth nothing tells a directory from the next one with its inode. */
function isSame(held: WatchedDirectory, stat: Stats): boolean {
  return (
    held.bornMs !== 0 &&
    held.bornMs === stat.birthtimeMs &&
    held.inode === stat.ino &&
    held.device === stat.dev
  );
}
