import { readdirSync, readFileSync } from "node:fs";
import { tryRead } from "./try-read.ts";

/** The limits that Linux sets to the watches of one user; none elsewhere. */
export function readWatchLimits(): { readonly watches?: number; readonly instances?: number } {
  const watches = readNumber("max_user_watches");
  const instances = readNumber("max_user_instances");
  return {
    ...(watches === undefined ? {} : { watches }),
    ...(instances === undefined ? {} : { instances }),
  };
}

/** How many watches a process has, where the kernel lists them. */
export function countWatches(pid: number): number | undefined {
  const directory = `/proc/${pid}/fdinfo`;
  const names = tryRead(() => readdirSync(directory));
  return names?.reduce((sum, name) => {
    const text = tryRead(() => readFileSync(`${directory}/${name}`, "latin1")) ?? "";
    return sum + (text.match(/^inotify wd:/gm)?.length ?? 0);
  }, 0);
}

function readNumber(name: string): number | undefined {
  const text = tryRead(() => readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8"));
  const value = text === undefined ? Number.NaN : Number.parseInt(text, 10);
  return Number.isNaN(value) ? undefined : value;
}
