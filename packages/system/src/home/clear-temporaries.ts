import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type AbsPath, systemCode, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  daemonLockPath,
  housekeepingPath,
  lastWordsPath,
  recordingPath,
  runDirectory,
  sizeNotesPath,
  spoolDirectory,
} from "@unf/core/home";
import { isTemporaryOf } from "../disk/atomic-replace.ts";
import { removeEntry } from "../disk/base/remove-entry.ts";
import { holderPath } from "../lock/holder.ts";

/**
 * Removes what programs that were killed in the middle of `atomicReplace` left in the home. For who
 * holds the daemon's lock: the temporaries of files that nobody else writes are then nobody's,
 * except its own of this very moment; the others' wait until they are so old that nobody can still
 * be about to put them in place.
 */
export function clearTemporaries(home: AbsPath, now: WallMs): void {
  for (const directory of [home, runDirectory(home), spoolDirectory(home)]) {
    if (!existsSync(directory)) continue;
    for (const name of readdirSync(directory)) {
      if (temporary.test(name)) clear(home, join(directory, name), now);
    }
  }
}

/** Names of temporaries that `atomicReplace` makes, whatever they are to replace, and the spool. */
const temporary = /^\.(.+\.[0-9a-f]{20}|[0-9-]+)\.tmp$/;

function clear(home: AbsPath, path: string, now: WallMs): void {
  try {
    const isOld = now - statSync(path).mtimeMs >= limits.intent.temporaryMs;
    if (isOld || isOfHolder(home, path)) removeEntry(path);
  } catch (thrown) {
    // Another program was faster, or the disk does not let go of it now: it only takes room, and the
    // next daemon looks again.
    if (systemCode(thrown) === undefined) throw thrown;
  }
}

/** True for a temporary of a file that only who holds the daemon's lock writes, in one synchronous step. */
function isOfHolder(home: AbsPath, path: string): boolean {
  const files = [
    holderPath(daemonLockPath(home)),
    housekeepingPath(home),
    lastWordsPath(home),
    recordingPath(home),
    sizeNotesPath(home),
  ];
  return files.some((file) => isTemporaryOf(basename(file), basename(path)));
}
