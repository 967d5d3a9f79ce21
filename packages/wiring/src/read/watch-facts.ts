import { homedir } from "node:os";
import process from "node:process";
import type { AbsPath } from "@unf/core/base";
import type { WatchFacts } from "@unf/core/watching";
import { openFileSystem } from "@unf/system";

/** Reads what must be known of a directory before it may be watched. `root` is canonical. */
export function readWatchFacts(asked: {
  readonly root: AbsPath;
  readonly unfHome: AbsPath;
  readonly isConfirmed: boolean;
}): WatchFacts {
  const stat = openFileSystem().lstat(asked.root);
  const found = stat === undefined ? "missing" : stat.kind === "directory" ? "directory" : "other";
  return {
    ...asked,
    found,
    ownerUid: process.getuid === undefined ? undefined : stat?.uid,
    uid: process.getuid?.(),
    userHome: (process.env.HOME ?? homedir()) as AbsPath,
  };
}
