import { readdirSync } from "node:fs";
import { type AbsPath, asStorageError, UnfError } from "@unf/core/base";
import { daemonLockPath, formatPath, homeEntries, sentinelLockPath } from "@unf/core/home";
import { isAbsent } from "../disk/base/remove-entry.ts";
import { removeAll, removeEmptyDirectory } from "../disk/base/writes.ts";
import { type Lock, takeLock } from "../lock/lock.ts";
import { openHome } from "./open-home.ts";

/**
 * Deletes a home: all that unf keeps, and the directory where nothing else lies in it. Returns the names
 * that are not unf's and stay. The format goes last, so that what an interruption leaves is still known
 * for a home, and is finished by the next call. Throws `refused` for what is no home of this user,
 * `daemon_unavailable` while a program holds one of its locks.
 */
export function removeHome(home: AbsPath, version: string): readonly string[] {
  if (openHome(home, { create: false }) === "absent") return [];
  using _sentinel = take(home, sentinelLockPath(home), version);
  using _daemon = take(home, daemonLockPath(home), version);
  try {
    for (const name of homeEntries) removeAll(`${home}/${name}`);
    removeAll(`${home}/run`);
    removeAll(formatPath(home));
    const others = readdirSync(home);
    if (others.length === 0) removeEmptyDirectory(home);
    return others;
  } catch (thrown) {
    if (isAbsent(thrown)) return [];
    throw asStorageError(thrown, home);
  }
}

function take(home: AbsPath, path: string, version: string): Lock {
  const taken = takeLock(path, { version, command: "unf uninstall" });
  if (taken.kind === "taken") return taken.lock;
  const by = taken.by === undefined ? "another process" : `process ${taken.by.pid}`;
  throw new UnfError("daemon_unavailable", `${home} is in use by ${by}`, { hint: "unf stop" });
}
