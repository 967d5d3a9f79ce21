import {
  type AbsPath,
  type BlobId,
  type Digest,
  type EntryStat,
  type FileMode,
  type FileSystem,
  type Filter,
  isRacy,
  joinPath,
  type NewSnapshot,
  parentPath,
  type RelPath,
  sameStat,
  unknownAuthor,
} from "@unf/core";
import type { HardLinks } from "../project/hard-links.ts";
import type { CaptureOutcome, CaptureWhy, SkipReason } from "./capture-outcome.ts";
import { countStep, countsOf } from "./count-step.ts";
import { isGrown } from "./growth.ts";
import { lookAt } from "./look-at.ts";
import type { LatestHead, Recorder, Row } from "./recorder.ts";
import { seeModesAbove } from "./see-modes.ts";
import type { Signatures } from "./signatures.ts";
import { isContentWithheld } from "./withheld.ts";

export interface CaptureContext {
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly recorder: Recorder;
  readonly digest: Digest;
  readonly signatures: Signatures;
  /** Asks the disk now. While the root is away everything below it looks deleted. */
  readonly isRootThere: () => boolean;
  /** Replaced when settings, ignore options or neighbouring projects change. */
  filter: Filter;
  maxFileBytes: number;
  readonly hardLinks: HardLinks;
}

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
  if (stat === undefined) return recordGone(context, head, why);
  if (stat.kind === "directory") {
    if (head === undefined) return { kind: "directory" };
    return { kind: "directory", row: recordDelete(context, head, why) };
  }
  if (stat.kind === "special") return leave(context, head, why, "special");
  const verdict = filter.verdict(path, stat.kind);
  if (!verdict.recorded) return leave(context, head, why, "ignored");
  // A content that was not kept until now, and is to be kept from now on, is recorded anew.
  const isWithheld = verdict.withheld !== undefined;
  const isDue = why.reread || (head?.withheld === true && !isWithheld);
  if (head !== undefined && !isDue && !head.racy && sameStat(head.stat, stat))
    return { kind: "unchanged" };
  return readAndRecord(context, path, head, why);
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

/** Records that a recorded file is no longer there. */
function recordDelete(context: CaptureContext, head: LatestHead, why: CaptureWhy): Row {
  const lines = countsOf(context, head)?.lines;
  return context.recorder.add(
    {
      path: head.path,
      hash: null,
      bytes: 0,
      at: why.at,
      event: "delete",
      counts: lines === undefined ? null : { lines: 0, added: 0, removed: lines, exact: true },
      settled: why.settled,
      mode: 0,
      cause: why.cause,
      renamedFrom: null,
      operation: why.operation ?? null,
      author: unknownAuthor,
    },
    null,
  );
}

function readAndRecord(
  context: CaptureContext,
  path: RelPath,
  head: LatestHead | undefined,
  why: CaptureWhy,
): CaptureOutcome {
  const { fs, root, maxFileBytes } = context;
  const read = fs.read(joinPath(root, path), maxFileBytes, root);
  switch (read.kind) {
    case "gone":
      return recordGone(context, head, why);
    case "not_regular":
      return leave(context, head, why, "special");
    case "too_large":
      return leave(context, head, why, "too_large");
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

/** What says that a look follows anyhow, also where the path kept changing while it was read. */
const looksAgain: ReadonlySet<CaptureOutcome["kind"]> = new Set(["hold", "unsure", "spared"]);

interface Found {
  readonly path: RelPath;
  readonly head: LatestHead | undefined;
  readonly why: CaptureWhy;
  readonly bytes: Uint8Array;
  readonly stat: EntryStat;
  readonly racy: boolean;
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
  return { kind: "recorded", row: addRow(context, found, { hash, isWithheld }), grew };
}

/** What becomes of a file that is not text, or not known to be; `undefined` for all others. */
function judge(
  context: CaptureContext,
  { path, head, why, bytes }: Found,
): CaptureOutcome | undefined {
  const verdict = context.filter.judgeContent(path, bytes);
  if (!verdict.recorded)
    return leave(context, head, why, verdict.layer === "private_key" ? "private_key" : "binary");
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

function addRow(
  context: CaptureContext,
  { path, head, why, bytes, stat, racy }: Found,
  { hash, isWithheld }: { readonly hash: BlobId; readonly isWithheld: boolean },
): Row {
  const mark = isWithheld ? ({ withheld: true } as const) : {};
  const snapshot: NewSnapshot = {
    path,
    hash,
    bytes: bytes.length,
    at: why.at,
    event: head === undefined ? "create" : "modify",
    counts: isWithheld || stat.kind === "link" ? null : countStep(context, head, bytes),
    settled: why.settled,
    mode: stat.mode,
    cause: why.cause,
    renamedFrom: null,
    operation: why.operation ?? null,
    author: unknownAuthor,
    ...mark,
  };
  // A sweep looks at each directory once.
  if (why.listed === undefined) seeModesAbove(context, path, why.at);
  return context.recorder.add(
    snapshot,
    { path, hash, bytes: bytes.length, mode: stat.mode, stat, racy, ...mark },
    isWithheld ? undefined : bytes,
  );
}

function recordGone(
  context: CaptureContext,
  head: LatestHead | undefined,
  why: CaptureWhy,
): CaptureOutcome {
  if (head === undefined) return { kind: "absent" };
  if (!why.force) return { kind: "hold" };
  if (!context.isRootThere()) return { kind: "absent" };
  return { kind: "recorded", row: recordDelete(context, head, why) };
}

/** The path is on disk but not recorded (any more): its timeline says so once. */
function leave(
  context: CaptureContext,
  head: LatestHead | undefined,
  why: CaptureWhy,
  reason: SkipReason,
): CaptureOutcome {
  if (head === undefined || reason === "unreadable") return { kind: "skipped", why: reason };
  return { kind: "recorded", row: recordDelete(context, head, { ...why, cause: "excluded" }) };
}
