import { readdirSync, readFileSync, statSync } from "node:fs";
import { readStat } from "./process-facts.ts";
import { readProcessList } from "./process-list.ts";
import { readLink, tryRead } from "./try-read.ts";

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
  const descriptors = tryRead(() => readdirSync(`/proc/${pid}/fd`));
  return descriptors?.reduce((sum, name) => {
    if (readLink(`/proc/${pid}/fd/${name}`) !== "anon_inode:inotify") return sum;
    const text = tryRead(() => readFileSync(`/proc/${pid}/fdinfo/${name}`, "latin1")) ?? "";
    return sum + (text.match(/^inotify wd:/gm)?.length ?? 0);
  }, 0);
}

/** Watches of a user's other programs, which count against the same limit. */
export interface OtherWatches {
  readonly count: number;
  /** The name of the program that has most. */
  readonly most: string | undefined;
}

/** Those of all processes of this user but one. To be called where there is a `/proc`. */
export function countOtherWatches(except: number | undefined): OtherWatches {
  const uid = process.getuid?.();
  let [count, most]: [number, { name: string | undefined; count: number } | undefined] = [
    0,
    undefined,
  ];
  for (const pid of readProcessList()) {
    if (pid === except || tryRead(() => statSync(`/proc/${pid}`))?.uid !== uid) continue;
    const own = countWatches(pid) ?? 0;
    count += own;
    if (own > (most?.count ?? 0)) most = { name: readStat(pid)?.name, count: own };
  }
  return { count, most: most?.name };
}

function readNumber(name: string): number | undefined {
  const text = tryRead(() => readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8"));
  const value = text === undefined ? Number.NaN : Number.parseInt(text, 10);
  return Number.isNaN(value) ? undefined : value;
}
