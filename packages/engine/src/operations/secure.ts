import { type AbsPath, type RelPath, type Step, sameStat } from "@unf/core";
import { takeSnapshot } from "../capture/take-snapshot.ts";
import type { Site } from "./site.ts";
import { readWhole } from "./stage-ports.ts";

/** What is known of an entry that is about to be replaced. */
export type Standing = "recorded" | "unrecordable" | "absent" | "directory";

/**
 * Makes sure that what stands at the path can be had back: records it when it is not what the
 * timeline says. The last thing it does is to look at `address`, so that nothing is between that and
 * what the caller does next.
 */
export function securePath(site: Site, path: RelPath, address: AbsPath): Standing {
  // An equal stat proves nothing of a file that had just changed when it was read.
  const isTrusted = site.context.recorder.head(path)?.racy === false;
  const first = look(site, path, address);
  if (first !== "unknown" && (first !== "recorded" || isTrusted)) return first;
  let isWhole = false;
  for (let tries = 0; tries < triesMax && !isWhole; tries += 1) isWhole = recordNow(site, [path]);
  if (!isWhole) return "unrecordable";
  const second = look(site, path, address);
  if (second === "unknown") return "unrecordable";
  return second === "recorded" && !hasItsContent(site, path, address) ? "unrecordable" : second;
}

/** A file that is written to each time it is read is left to whoever writes it. */
const triesMax = 3;

/**
 * Records what stands at the paths now, as far as it can be recorded. One commit for all. False when
 * one was written to while it was read: what is recorded of it may be of no version at all.
 */
export function recordNow(site: Site, paths: readonly RelPath[]): boolean {
  let isWhole = true;
  for (const path of paths) {
    const { kind } = takeSnapshot(site.context, path, {
      cause: "sweep",
      at: site.ports.clock.wall(),
      settled: true,
      reread: true,
      force: true,
    });
    if (kind === "unstable") isWhole = false;
  }
  site.committer.commit();
  return isWhole;
}

/** Whether a file that was written in this very tick of its stamps is still what was recorded: they do not tell. */
function hasItsContent({ context }: Site, path: RelPath, address: AbsPath): boolean {
  const head = context.recorder.head(path);
  if (head === undefined || !head.racy) return true;
  const read = context.fs.read(address, context.maxFileBytes);
  return read.kind === "content" && context.digest(read.bytes) === head.hash;
}

/** True for a content that the history holds, of a file that is not recorded any more. */
export function isKept(site: Site, { from }: Step, address: AbsPath): boolean {
  if (from.kind !== "recorded" || readWhole(site, from.hash) === undefined) return false;
  const { fs, digest } = site.context;
  const read = fs.read(address, from.bytes);
  if (read.kind !== "content" || digest(read.bytes) !== from.hash) return false;
  const now = fs.lstat(address);
  return now !== undefined && sameStat(read.stat, now);
}

function look({ context }: Site, path: RelPath, address: AbsPath): Standing | "unknown" {
  const head = context.recorder.head(path);
  const stat = context.fs.lstat(address);
  if (stat === undefined) return "absent";
  if (stat.kind === "directory") return "directory";
  if (head === undefined || !sameStat(head.stat, stat)) return "unknown";
  return head.withheld === true ? "unrecordable" : "recorded";
}
