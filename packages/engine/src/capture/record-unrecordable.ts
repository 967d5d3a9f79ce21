import { joinPath, type RelPath } from "@unf/core/base";
import { isRacy } from "@unf/core/capture";
import { limits } from "@unf/core/config";
import type { EntryStat } from "@unf/core/ports";
import { sameStat, type Unrecordable } from "@unf/core/timeline";
import { digestFile, digestStat, type FileDigest } from "../contents/digest-file.ts";
import type { LatestHead } from "../record/recorder.ts";
import { addRow, type NewState } from "./add-row.ts";
import type { CaptureContext } from "./capture-context.ts";
import type { CaptureOutcome } from "./capture-outcome.ts";
import { recordGone } from "./leave-record.ts";
import { lookAt } from "./look-at.ts";

/**
 * A file that is binary or too large. That it became so has a row without its content; what it is
 * made afterwards, and a file that never was a text, only where an agent may have written it.
 * `unstable` without a row: it is not too large any more.
 */
export function recordUnrecordable(
  context: CaptureContext,
  { path, head, why }: Pick<NewState, "path" | "head" | "why">,
  { reason, seen, read }: FoundUnfit,
): CaptureOutcome {
  if (!hasRow(context, { path, head, why }, seen)) {
    if (head?.unrecordable === reason) makeSure(context, { head, why }, { reason, seen, read });
    return { kind: "skipped", why: reason };
  }
  if (why.growth === "spare") return { kind: "spared" };
  const { recorder } = context;
  const digested = digestOf(context, path, read);
  if (digested === "gone") return recordGone(context, path, head, why);
  if (digested === "unreadable") return { kind: "skipped", why: "unreadable" };
  const { hash, stat } = digested;
  if (reason === "too_large" && stat.size <= BigInt(context.maxFileBytes))
    return { kind: "unstable", row: undefined };
  const racy = digested.isTorn || isRacy(stat, why.at);
  context.hardLinks.note(path, stat);
  const isSame = head?.unrecordable === reason && head.hash === hash && head.mode === stat.mode;
  if (isSame) {
    if (!sameStat(head.stat, stat) || head.racy !== racy) recorder.restat(head, stat, racy);
    return { kind: "unchanged" };
  }
  const mark = { withheld: true, unrecordable: reason } as const;
  const found = { path, head, why, bytes: Number(stat.size), stat, racy };
  return { kind: "recorded", row: addRow(context, found, { hash, mark }) };
}

interface FoundUnfit {
  readonly reason: Unrecordable;
  readonly seen: EntryStat;
  /** Bytes that were read to judge it; left out where its name or size did. */
  readonly read?: FoundBytes | undefined;
}

/** A head that was read in the same tick of the clock in which the file was written is so no longer. */
function makeSure(
  context: CaptureContext,
  { head, why }: Pick<NewState, "why"> & { readonly head: LatestHead },
  { seen, read }: FoundUnfit,
): void {
  if (!head.racy || !sameStat(head.stat, seen) || isRacy(seen, why.at)) return;
  const digested = digestOf(context, head.path, read);
  if (typeof digested !== "object" || digested.isTorn || digested.hash !== head.hash) return;
  if (sameStat(head.stat, digested.stat)) context.recorder.restat(head, digested.stat, false);
}

interface FoundBytes {
  readonly bytes: Uint8Array;
  readonly stat: EntryStat;
  readonly racy: boolean;
}

/**
 * Digests the file. One that was judged by its content is not read anew: it may be a text by then.
 * One that was judged by its name or size may be unreadable: then its stat stands for its content.
 */
function digestOf(
  context: CaptureContext,
  path: RelPath,
  read: FoundBytes | undefined,
): FileDigest | "gone" | "unreadable" {
  const { root, digest } = context;
  if (read !== undefined) return { hash: digest(read.bytes), stat: read.stat, isTorn: read.racy };
  const digested = digestFile(context, joinPath(root, path), root);
  if (digested !== undefined) return digested;
  const stat = lookAt(context, path);
  if (stat === undefined) return "gone";
  if (stat === "unreadable" || stat.kind !== "file") return "unreadable";
  return { hash: digestStat(digest, stat), stat, isTorn: true };
}

/** True when the file has, or gets, a row; any other is noted as standing there. */
function hasRow(
  { standing, recorder, isAgentAbout }: CaptureContext,
  { path, head, why }: Pick<NewState, "path" | "head" | "why">,
  seen: EntryStat,
): boolean {
  const isOwn = why.operation !== undefined;
  const isWanted = isOwn || isAgentAbout();
  // Its digest tells whoever asks that it is another: a log that grows has no row for each line.
  if (head !== undefined) return isWanted || head.unrecordable === undefined;
  // A file that stood there before was not made, and a build makes any number of such files.
  const isNew = isWanted && (isOwn || standing.isNew(path, seen));
  if (isNew && recorder.unrecordable() < limits.capture.unrecordableMax) return true;
  standing.note(path, seen);
  return false;
}
