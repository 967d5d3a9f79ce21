import type { AbsPath, RelPath } from "@unf/core/base";
import { type Step, type StepState, sameStat } from "@unf/core/timeline";
import { takeSnapshot } from "../../capture/take-snapshot.ts";
import type { Site } from "../../site/site.ts";
import { pieces } from "./pieces.ts";
import { readWhole } from "./stage-ports.ts";
import type { Seen } from "./swap.ts";

/** An entry that is about to be replaced: whether it can be had back, and its last look. */
export interface SecuredEntry {
  readonly kind: "recorded" | "unrecordable" | "absent" | "directory";
  readonly seen: Seen;
}

/**
 * Makes sure that what stands at the path can be had back: records it when it is not what the
 * timeline says.
 */
export function securePath(site: Site, path: RelPath, address: AbsPath): SecuredEntry {
  // An equal stat proves nothing of a file that had just changed when it was read.
  const isTrusted = site.context.recorder.head(path)?.racy === false;
  const first = look(site, path, address);
  if (first.kind !== "unknown" && (first.kind !== "recorded" || isTrusted))
    return first as SecuredEntry;
  let isWhole = false;
  for (let tries = 0; tries < triesMax && !isWhole; tries += 1) isWhole = recordNow(site, [path]);
  const second = look(site, path, address);
  const isKnown = isWhole && second.kind !== "unknown";
  if (isKnown && (second.kind !== "recorded" || hasItsContent(site, path, address)))
    return second as SecuredEntry;
  return { kind: "unrecordable", seen: second.seen };
}

/** A file that is written to each time it is read is left to whoever writes it. */
const triesMax = 3;

/**
 * Records what stands at the paths now, as far as it can be recorded. One commit for all. False when
 * one was written to while it was read: what is recorded of it may be of no version at all.
 */
function recordNow(site: Site, paths: readonly RelPath[]): boolean {
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

/** The same of any number of paths, with as many commits; others have their turn in between. */
export async function recordSlowly(site: Site, paths: readonly RelPath[]): Promise<void> {
  for (const piece of pieces(paths)) {
    recordNow(site, piece);
    await site.ports.clock.breathe();
  }
}

/** Whether a file that was written in this very tick of its stamps is still what was recorded: they do not tell. */
function hasItsContent({ context }: Site, path: RelPath, address: AbsPath): boolean {
  const head = context.recorder.head(path);
  if (head === undefined || !head.racy) return true;
  const read = context.fs.read(address, context.maxFileBytes);
  return read.kind === "content" && context.digest(read.bytes) === head.hash;
}

/**
 * The look at a file that is not recorded any more, whose content the history holds; `undefined`
 * where it does not.
 */
export function seenKept(site: Site, { from }: Step, address: AbsPath): Seen | undefined {
  if (from.kind !== "recorded" || readWhole(site, from.hash) === undefined) return undefined;
  const { fs, digest } = site.context;
  const read = fs.read(address, from.bytes);
  if (read.kind !== "content" || digest(read.bytes) !== from.hash) return undefined;
  const stat = fs.lstat(address);
  if (stat === undefined || !sameStat(read.stat, stat)) return undefined;
  return { stat, hash: from.hash, racy: true };
}

/** The state that is to stand there again if the step is taken back. */
export function stoodState(site: Site, { path, from }: Step, { kind }: SecuredEntry): StepState {
  const head = site.context.recorder.head(path);
  if (kind !== "recorded" || head === undefined) return from;
  const { hash, bytes, mode } = head;
  const isAsPlanned = from.kind === "recorded" && from.hash === hash && from.mode === mode;
  return isAsPlanned ? from : { kind: "recorded", hash, bytes, mode, snapshot: null };
}

interface Look {
  readonly kind: SecuredEntry["kind"] | "unknown";
  readonly seen: Seen;
}

function look({ context }: Site, path: RelPath, address: AbsPath): Look {
  const head = context.recorder.head(path);
  const stat = context.fs.lstat(address);
  const seen = { stat };
  if (stat === undefined) return { kind: "absent", seen };
  if (stat.kind === "directory") return { kind: "directory", seen };
  if (head === undefined || !sameStat(head.stat, stat)) return { kind: "unknown", seen };
  if (head.withheld === true) return { kind: "unrecordable", seen };
  return { kind: "recorded", seen: { stat, hash: head.hash, racy: head.racy } };
}
