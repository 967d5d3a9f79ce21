import { readFileSync } from "node:fs";
import { systemCode } from "@unf/core";
import type { WatchLimits } from "@unf/engine";

/** What Linux allows one user to watch; nothing elsewhere. */
export function readWatchLimits(): WatchLimits {
  const watches = readNumber("max_user_watches");
  const instances = readNumber("max_user_instances");
  return {
    ...(watches === undefined ? {} : { watches }),
    ...(instances === undefined ? {} : { instances }),
  };
}

function readNumber(name: string): number | undefined {
  try {
    const value = Number.parseInt(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8"), 10);
    return Number.isNaN(value) ? undefined : value;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
