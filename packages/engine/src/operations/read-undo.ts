import {
  type AbsPath,
  type BlobId,
  decideRedo,
  decideUndo,
  type InvertDecision,
  joinPath,
  type Operation,
  type PlannedUndo,
  planUndo,
  type ReadOutcome,
  type RelPath,
  type StandingState,
  type StatKey,
  type Step,
  sameStat,
  type TimelineReader,
  type UndoFacts,
  UnfError,
} from "@unf/core";
import { lookAt } from "../capture/take-snapshot.ts";
import { findObstacles, type PlanPorts, readEntries } from "../restore/read-plan.ts";

export interface UndoPorts extends PlanPorts {
  readonly rescueDirectory: (operation: number) => AbsPath;
  /** False for what the rules leave out; every text is recorded when it is not given. */
  readonly isRecordable?: (path: RelPath, read: FoundContent) => boolean;
}

/** What was read just now of a file or link. */
export type FoundContent = Extract<ReadOutcome, { readonly kind: "content" }>;

/** A planned undo or redo, and what the disk looked like to it. */
export interface SeenUndo extends PlannedUndo {
  readonly inverts: Operation;
  readonly seen: ReadonlyMap<RelPath, StatKey | undefined>;
}

/**
 * Finds what is to be taken back (`undefined`: the last that can be), reads the disk where it worked
 * and plans. Changes nothing. Throws `not_found` when there is nothing to take back, `pending` while
 * an earlier operation is not finished.
 */
export function readUndo(
  ports: UndoPorts,
  kind: "undo" | "redo",
  asked: number | undefined,
): SeenUndo {
  const decide = kind === "undo" ? decideUndo : decideRedo;
  const decision = decide(allOperations(ports.timeline), asked ?? null);
  if (decision.kind !== "invert") throw nothingToInvert(decision, kind);
  const { inverts } = decision;
  const steps = ports.timeline.steps(inverts.id);
  const seen = new Map<RelPath, StatKey | undefined>();
  const request = { kind: decision.as, inverts: inverts.id, steps };
  const byPath = new Map(steps.map((step) => [step.path, step]));
  return {
    ...planUndo(request, readFacts(ports, { inverts, steps: byPath, seen })),
    inverts,
    seen,
  };
}

const pageOperations = 1000;

/** Newest first. */
function allOperations(timeline: TimelineReader): Operation[] {
  const all: Operation[] = [];
  for (;;) {
    const page = timeline.operations(pageOperations, all.at(-1)?.id);
    all.push(...page);
    if (page.length < pageOperations) return all;
  }
}

interface Subject {
  readonly inverts: Operation;
  readonly steps: ReadonlyMap<RelPath, Step>;
  readonly seen: Map<RelPath, StatKey | undefined>;
}

function readFacts(ports: UndoPorts, subject: Subject): UndoFacts {
  const unrecorded = new Map<BlobId, Uint8Array>();
  const sizes = new Map(
    [...subject.steps.values()]
      .flatMap(({ from, to }) => [from, to])
      .flatMap((state) => (state.kind === "recorded" ? [[state.hash, state.bytes] as const] : [])),
  );
  return {
    now: (path) => readNow(ports, subject, { path, unrecorded }),
    entries: (directory) => readEntries(ports, directory),
    obstacle: findObstacles(ports),
    isKept: (hash) => ports.isKept(hash, sizes.get(hash) ?? 0),
    isRescued: (path, operation) =>
      ports.fs.lstat(joinPath(ports.rescueDirectory(operation), path)) !== undefined,
    content: (hash) => unrecorded.get(hash) ?? ports.content(hash),
    digest: ports.digest,
  };
}

interface Place {
  readonly path: RelPath;
  /** Contents that no row holds yet, as they were read. */
  readonly unrecorded: Map<BlobId, Uint8Array>;
}

function readNow(ports: UndoPorts, subject: Subject, { path, unrecorded }: Place): StandingState {
  const stat = lookAt(ports, path);
  if (stat === "unreadable") return { kind: "unrecorded" };
  subject.seen.set(path, stat);
  if (stat === undefined) return { kind: "absent" };
  if (stat.kind === "directory") return { kind: "directory", mode: stat.mode };
  if (stat.kind === "special") return { kind: "unrecorded" };
  const head = ports.timeline.head(path);
  if (head !== undefined && !head.racy && sameStat(head.stat, stat)) {
    const { hash, bytes, mode, snapshot } = head;
    return { kind: "recorded", hash, bytes, mode, snapshot };
  }
  const read = ports.fs.read(joinPath(ports.root, path), ports.maxFileBytes);
  const rescued = whatWasRescued(ports, subject, path);
  if (rescued !== undefined) return rescued;
  if (read.kind !== "content") return { kind: "unrecorded" };
  const hash = ports.digest(read.bytes);
  const isHead = head?.hash === hash;
  if (!isHead && !isOfStep(subject.steps.get(path), hash)) {
    if (!isRecordable(ports, path, read)) return { kind: "unrecorded" };
    unrecorded.set(hash, read.bytes);
  }
  const snapshot = isHead ? head.snapshot : null;
  return { kind: "recorded", hash, bytes: read.bytes.length, mode: read.stat.mode, snapshot };
}

/** True for a content that the history holds, whatever the rules say of the file by now. */
function isOfStep(step: Step | undefined, hash: BlobId): boolean {
  const states = step === undefined ? [] : [step.from, step.to];
  return states.some((state) => state.kind === "recorded" && state.hash === hash);
}

function isRecordable(
  { isRecordable: ask }: UndoPorts,
  path: RelPath,
  read: FoundContent,
): boolean {
  return !read.bytes.includes(0) && ask?.(path, read) !== false;
}

/** The file that an operation of this path keeps in its rescue directory, if it stands there. */
function whatWasRescued(
  ports: UndoPorts,
  { steps, inverts }: Subject,
  path: RelPath,
): StandingState | undefined {
  const step = steps.get(path);
  for (const state of step === undefined ? [] : [step.from, step.to]) {
    if (state.kind !== "rescued") continue;
    const operation = state.operation ?? inverts.id;
    const kept = joinPath(ports.rescueDirectory(operation), path);
    if (isSameFile(ports, joinPath(ports.root, path), kept)) return { ...state, operation };
  }
  return undefined;
}

/** Byte for byte, or two names of one file. */
function isSameFile({ fs }: UndoPorts, a: AbsPath, b: AbsPath): boolean {
  const [first, second] = [fs.lstat(a), fs.lstat(b)];
  if (first === undefined || second === undefined || first.size !== second.size) return false;
  if (first.ino === second.ino && first.dev === second.dev) return true;
  if (first.mode !== second.mode) return false;
  const limit = Number(first.size);
  const [left, right] = [fs.read(a, limit), fs.read(b, limit)];
  if (left.kind !== "content" || right.kind !== "content") return false;
  return left.bytes.every((byte, index) => byte === right.bytes[index]);
}

function nothingToInvert(
  decision: Exclude<InvertDecision, { readonly kind: "invert" }>,
  kind: "undo" | "redo",
): UnfError {
  switch (decision.kind) {
    case "nothing":
      return new UnfError("not_found", `there is nothing to ${kind}`, { hint: "unf ops" });
    case "unknown":
      return new UnfError("not_found", `there is no op-${decision.id} in this project`, {
        hint: "unf ops",
      });
    case "abandoned":
      return new UnfError("not_found", `op-${decision.id} changed nothing`, { hint: "unf ops" });
    case "unfinished":
      return new UnfError("pending", `op-${decision.id} is not finished yet`, {
        hint: "it is finished before the next operation; unf restart tries at once",
      });
    case "taken_back":
      return new UnfError("not_found", `op-${decision.id} was taken back by op-${decision.by}`, {
        hint: kind === "undo" ? `unf redo op-${decision.by}` : `unf undo op-${decision.by}`,
      });
    case "stands":
      return new UnfError("not_found", `op-${decision.id} was not undone`, { hint: "unf ops" });
  }
}
