import {
  type AbsPath,
  type BlobId,
  joinPath,
  type ReadOutcome,
  type RelPath,
  type StandingState,
  type StatKey,
  type StepState,
  sameStat,
  type UndoFacts,
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

/** What is to be taken back, as far as reading the disk goes. */
export interface Subject {
  /** Of each path the states that are gone back to or away from. */
  readonly states: ReadonlyMap<RelPath, readonly StepState[]>;
  /** The operation to which a rescued state without a number belongs. */
  readonly operation: number | undefined;
  /** Filled with what the disk looked like. */
  readonly seen: Map<RelPath, StatKey | undefined>;
}

/** Everything that taking back asks of disk and store. Reads when asked. */
export function readUndoFacts(ports: UndoPorts, subject: Subject): UndoFacts {
  const unrecorded = new Map<BlobId, Uint8Array>();
  const sizes = new Map(
    [...subject.states.values()]
      .flat()
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
  if (!isHead && !isKnown(subject.states.get(path), hash)) {
    if (!isRecordable(ports, path, read)) return { kind: "unrecorded" };
    unrecorded.set(hash, read.bytes);
  }
  const snapshot = isHead ? head.snapshot : null;
  return { kind: "recorded", hash, bytes: read.bytes.length, mode: read.stat.mode, snapshot };
}

/** True for a content that the history holds, whatever the rules say of the file by now. */
function isKnown(states: readonly StepState[] = [], hash: BlobId): boolean {
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
  { states, operation: own }: Subject,
  path: RelPath,
): StandingState | undefined {
  for (const state of states.get(path) ?? []) {
    const operation = state.kind === "rescued" ? (state.operation ?? own) : undefined;
    if (state.kind !== "rescued" || operation === undefined) continue;
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
