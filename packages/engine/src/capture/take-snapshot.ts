import { type BlobId, joinPath, parentPath, type RelPath } from "@unf/core/base";
import { isRacy } from "@unf/core/capture";
import type { Digest, EntryStat } from "@unf/core/ports";
import { type FileMode, sameStat } from "@unf/core/timeline";
import type { LatestHead, Recorder } from "../record/recorder.ts";
import { addRow, type NewState } from "./add-row.ts";
import type { CaptureContext } from "./capture-context.ts";
import type { CaptureOutcome, CaptureWhy } from "./capture-outcome.ts";
import { isKeptFromNow } from "./kept-from-now.ts";
import { leave, recordDelete, recordGone } from "./leave-record.ts";
import { lookAt } from "./look-at.ts";
import { recordUnrecordable } from "./record-unrecordable.ts";
import { isContentWithheld } from "./withheld.ts";

/** Looks at one path and records what is there now, if it is recorded at all and differs from its head. */
export function takeSnapshot(
  context: CaptureContext,
  path: RelPath,
  why: CaptureWhy,
): CaptureOutcome {
  const { filter, recorder } = context;
  // Not a deletion either: its history goes on in the project that records it.
  if (filter.isElsewhere(path)) return { kind: "skipped", why: "ignored" };
  const stat = why.listed ?? (isReachable(context, path) ? lookAt(context, path) : undefined);
  // Not a deletion: the last recorded version stays the newest known one.
  if (stat === "unreadable") return { kind: "skipped", why: "unreadable" };
  const head = recorder.head(path);
  if (stat === undefined) return recordGone(context, path, head, why);
  if (stat.kind === "directory") {
    if (head === undefined) return { kind: "directory" };
    return { kind: "directory", row: recordDelete(context, head, why) };
  }
  if (stat.kind === "special") return leave(context, head, why, "special");
  return recordEntry(context, { path, head, why, stat });
}

/** A file or link stands there. */
function recordEntry(
  context: CaptureContext,
  { path, head, why, stat }: Omit<Found, "bytes" | "racy">,
): CaptureOutcome {
  const verdict = context.filter.verdict(path, stat.kind === "link" ? "link" : "file");
  const isBinary = !verdict.recorded && verdict.isBinary === true;
  if (!verdict.recorded && !isBinary) return leave(context, head, why, "ignored");
  const isDue = why.reread || (head !== undefined && isKeptFromNow(context, head, stat));
  if (head !== undefined && !isDue && !head.racy && sameStat(head.stat, stat))
    return { kind: "unchanged" };
  return isBinary
    ? recordUnrecordable(context, { path, head, why }, { reason: "binary", seen: stat })
    : readAndRecord(context, { path, head, why });
}

/** True when what stands at the path is what was recorded of it last, as far as `lstat` tells. */
export function standsAsRecorded(
  {
    fs,
    root,
    recorder,
  }: Pick<CaptureContext, "fs" | "root"> & {
    readonly recorder: Pick<Recorder, "head">;
  },
  path: RelPath,
): boolean {
  const stat = lookAt({ fs, root }, path);
  if (stat === "unreadable") return false;
  const head = recorder.head(path);
  // A directory is not recorded: what is new in it has a path of its own.
  if (stat === undefined || stat.kind === "directory") return head === undefined;
  return head !== undefined && sameStat(head.stat, stat);
}

/**
 * False when a link stands among the parents: what is seen through it is not what was recorded
 * below the directory that was there before, and may lie outside the root.
 */
export function isReachable(context: Pick<CaptureContext, "fs" | "root">, path: RelPath): boolean {
  for (let parent = parentPath(path); parent !== ""; parent = parentPath(parent)) {
    const stat = lookAt(context, parent);
    if (stat !== undefined && stat !== "unreadable" && stat.kind !== "directory") return false;
  }
  return true;
}

/** `tries`: how often a file is read whose size goes back and forth over what is recorded. */
function readAndRecord(
  context: CaptureContext,
  entry: Pick<NewState, "path" | "head" | "why">,
  tries = 3,
): CaptureOutcome {
  const { path, head, why } = entry;
  const { fs, root, maxFileBytes } = context;
  const read = fs.read(joinPath(root, path), maxFileBytes, root);
  switch (read.kind) {
    case "gone":
      return recordGone(context, path, head, why);
    case "not_regular":
      return leave(context, head, why, "special");
    case "too_large": {
      const outcome = recordUnrecordable(context, entry, { reason: "too_large", seen: read.stat });
      if (outcome.kind !== "unstable" || tries <= 1) return outcome;
      return readAndRecord(context, entry, tries - 1);
    }
    case "unreadable":
      // Not a deletion: the last recorded version stays the newest known one.
      return { kind: "skipped", why: "unreadable" };
    case "content":
    case "unstable": {
      const outcome = recordContent(context, {
        path,
        head,
        why,
        bytes: read.bytes,
        stat: read.stat,
        // Torn bytes may be of no version at all: a sweep reads them again, whatever the stat says.
        racy: read.kind === "unstable" || isRacy(read.stat, why.at),
      });
      if (read.kind === "content" || looksAgain.has(outcome.kind)) return outcome;
      return { kind: "unstable", row: outcome.kind === "recorded" ? outcome.row : undefined };
    }
  }
}

/** Outcomes with a look to follow anyhow, also where the path kept changing while it was read. */
const looksAgain: ReadonlySet<CaptureOutcome["kind"]> = new Set(["hold", "unsure", "spared"]);

interface Found extends Omit<NewState, "bytes" | "content"> {
  readonly bytes: Uint8Array;
}

function recordContent(context: CaptureContext, found: Found): CaptureOutcome {
  const { path, head, why, bytes, stat, racy } = found;
  const unfit = stat.kind === "link" ? undefined : judge(context, found);
  if (unfit !== undefined) return unfit;
  if (bytes.length === 0 && head !== undefined && head.bytes > 0 && !why.force)
    return { kind: "hold" };
  const hash = context.digest(bytes);
  const isWithheld = isContentWithheld(context, path, stat.kind);
  context.hardLinks.note(path, stat);
  if (head !== undefined && isRecordedAs(head, { hash, mode: stat.mode, isWithheld })) {
    if (!sameStat(head.stat, stat) || head.racy !== racy) context.recorder.restat(head, stat, racy);
    return { kind: "unchanged" };
  }
  const grew = why.growth !== undefined && isGrown(context, found);
  if (grew && why.growth === "spare") return { kind: "spared" };
  const mark = isWithheld ? ({ withheld: true } as const) : {};
  const row = addRow(context, { ...found, bytes: bytes.length, content: bytes }, { hash, mark });
  return { kind: "recorded", row, grew };
}

/** Outcome for a file that is not text, or not known to be; `undefined` for all others. */
function judge(
  context: CaptureContext,
  { path, head, why, bytes, stat, racy }: Found,
): CaptureOutcome | undefined {
  const verdict = context.filter.judgeContent(path, bytes);
  if (!verdict.recorded) {
    if (verdict.layer === "private_key") return leave(context, head, why, "private_key");
    const read = { bytes, stat, racy };
    return recordUnrecordable(context, { path, head, why }, { reason: "binary", seen: stat, read });
  }
  const firstBytes = context.signatures.takeOpen();
  return firstBytes === undefined ? undefined : { kind: "unsure", firstBytes };
}

/** True when the head says all that a new row would say. */
function isRecordedAs(
  head: LatestHead,
  now: { readonly hash: BlobId; readonly mode: FileMode; readonly isWithheld: boolean },
): boolean {
  const isKept = head.withheld === undefined || now.isWithheld;
  return isKept && head.hash === now.hash && head.mode === now.mode;
}

/** True when the same file still has the recorded content, and more behind it. */
function isGrown(
  { digest }: { readonly digest: Digest },
  {
    head,
    bytes,
    stat,
  }: {
    readonly head: LatestHead | undefined;
    readonly bytes: Uint8Array;
    readonly stat: EntryStat;
  },
): boolean {
  if (head === undefined || stat.kind !== "file" || head.stat.ino !== stat.ino) return false;
  if (head.mode !== stat.mode || head.bytes === 0 || head.bytes >= bytes.length) return false;
  return digest(bytes.subarray(0, head.bytes)) === head.hash;
}
