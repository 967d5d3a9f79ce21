import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type AbsPath, limits, systemCode, type WallMs } from "@unf/core";
import { removeEntry } from "../disk/remove-entry.ts";
import { runDirectory, spoolDirectory } from "./home-paths.ts";

/**
 * Removes what programs that were killed in the middle of `atomicReplace` left in the home, once it
 * is so old that nobody can still be about to put it in place.
 */
export function clearTemporaries(home: AbsPath, now: WallMs): void {
  for (const directory of [home, runDirectory(home), spoolDirectory(home)]) {
    if (!existsSync(directory)) continue;
    for (const name of readdirSync(directory)) {
      if (temporary.test(name)) clearOld(join(directory, name), now);
    }
  }
}

/** What `atomicReplace` calls its files, whatever they are to replace, and what the spool does. */
const temporary = /^\.(.+\.[0-9a-f]{20}|[0-9-]+)\.tmp$/;

function clearOld(path: string, now: WallMs): void {
  try {
    if (now - statSync(path).mtimeMs >= limits.intent.temporaryMs) removeEntry(path);
  } catch (thrown) {
    // Another program was faster, or the disk does not let go of it now: it only takes room, and the
    // next daemon looks again.
    if (systemCode(thrown) === undefined) throw thrown;
  }
}
