import { lstatSync, readdirSync } from "node:fs";
import { type AbsPath, asStorageError, UnfError } from "@unf/core/base";
import {
  daemonLockPath,
  formatPath,
  homeEntries,
  runDirectory,
  sentinelLockPath,
} from "@unf/core/home";
import { isTemporaryOf } from "../disk/atomic-replace.ts";
import { isAbsent } from "../disk/base/remove-entry.ts";
import { removeAll, removeEmptyDirectory } from "../disk/base/writes.ts";
import { type Lock, takeLock } from "../lock/lock.ts";
import { removeSocketDirectory } from "../socket/remove-socket-directory.ts";
import { openHome } from "./open-home.ts";
import { makePrivateDirectory } from "./private-directory.ts";

/**
 * Deletes a home: all that unf keeps, and the directory where nothing else lies in it. Returns the names
 * that are not unf's and stay. The format goes last, so that what an interruption leaves is still known
 * for a home, and is finished by the next call. Throws `refused` for what is no home of this user,
 * `daemon_unavailable` while a program holds one of its locks.
 */
export function removeHome(home: AbsPath, version: string): readonly string[] {
  if (openHome(home, { create: false }) === "absent") return removeBare(home);
  // One that was ended in the middle may have taken the place of the locks away.
  makePrivateDirectory(runDirectory(home));
  using _sentinel = take(home, sentinelLockPath(home), version);
  using _daemon = take(home, daemonLockPath(home), version);
  try {
    for (const name of homeEntries) removeAll(`${home}/${name}`);
    for (const name of readdirSync(home).filter(isUnfinished)) removeAll(`${home}/${name}`);
    removeAll(runDirectory(home));
    removeSocketDirectory(home);
    removeAll(formatPath(home));
    const others = readdirSync(home);
    if (others.length === 0) removeEmptyDirectory(home);
    return others;
  } catch (thrown) {
    if (isAbsent(thrown)) return [];
    throw asStorageError(thrown, home);
  }
}

/** An interruption may have left nothing but the directory. */
function removeBare(home: AbsPath): readonly string[] {
  try {
    if (lstatSync(home).isDirectory() && readdirSync(home).length === 0) removeEmptyDirectory(home);
  } catch (thrown) {
    if (!isAbsent(thrown)) throw asStorageError(thrown, home);
  }
  return [];
}

/** A new text of one of unf's files that never took its place, as whoever wrote it was ended. */
function isUnfinished(candidate: string): boolean {
  return [...homeEntries, "format.json"].some((name) => isTemporaryOf(name, candidate));
}

function take(home: AbsPath, path: string, version: string): Lock {
  const taken = takeLock(path, { version, command: "unf uninstall" });
  if (taken.kind === "taken") return taken.lock;
  const by = taken.by === undefined ? "another process" : `process ${taken.by.pid}`;
  throw new UnfError("daemon_unavailable", `${home} is in use by ${by}`, { hint: "unf stop" });
}
