import { type AbsPath, type BlobId, joinPath, type RelPath } from "@unf/core/base";
import type { StandingState, UndoFacts } from "@unf/core/operations";
import { type EntryStat, handedOver, lastDirectoryMode, type ReadOutcome } from "@unf/core/ports";
import { type Head, type Point, type StepState, sameStat, whyNotKept } from "@unf/core/timeline";
import { lookAt } from "../../capture/look-at.ts";
import { digestFile, digestStat } from "../../contents/digest-file.ts";
import { digestWhole, isPartOf } from "../stage/whole-file.ts";
import { readNameRules } from "./read-name-rules.ts";
import { findObstacles, type PlanPorts, readEntries } from "./read-plan.ts";
import type { StatTable } from "./stat-table.ts";

/** One for all: there may be hundreds of thousands. */
const absent = { kind: "absent" } as const;

/** Content of a file or link, read just now. */
type FoundContent = Extract<ReadOutcome, { readonly kind: "content" }>;

/** The states to go back to, as far as reading the disk for them goes. */
export interface Subject {
  /** Of each path the states that are gone back to or away from. */
  readonly statesOf: (path: RelPath) => readonly StepState[];
  /** The operation to which a rescued state without a number belongs. */
  readonly operation: number | undefined;
  /** Directories that are gone were there then. */
  readonly since: Point;
  /** Filled with what the disk looked like. */
  readonly seen: StatTable;
}

/** So many answers of the disk are kept at a time: a path is asked for several times in a row. */
const answersMax = 1000;

/** Everything that taking back asks of disk and store. Reads each path when it is asked for. */
export function readUndoFacts(ports: PlanPorts, subject: Subject): UndoFacts {
  const unrecorded = new Map<BlobId, Uint8Array>();
  const answers = new Map<RelPath, StandingState>();
  return {
    now: (path) => {
      const known = answers.get(path);
      if (known !== undefined) return known;
      if (answers.size === answersMax) answers.clear();
      const now = readNow(ports, subject, { path, unrecorded });
      answers.set(path, now);
      return now;
    },
    names: { ...readNameRules(ports), elsewhere: handedOver(ports.timeline) },
    entries: (directory) => readEntries(ports, directory),
    formerMode: (directory) => lastDirectoryMode(ports.timeline, directory, subject.since),
    obstacle: findObstacles(ports),
    isKept: (hash, bytes) => ports.isKept(hash, bytes),
    isRescued: (path, operation, made) => {
      const kept = joinPath(ports.rescueDirectory(operation), path);
      if (made !== undefined) return digestWhole(ports.fs, ports.digest, kept) === made;
      return ports.fs.lstat(kept) !== undefined;
    },
    content: (hash) => unrecorded.get(hash) ?? ports.content(hash),
    digest: ports.digest,
  };
}

interface Place {
  readonly path: RelPath;
  /** Contents that no row holds yet, as they were read. */
  readonly unrecorded: Map<BlobId, Uint8Array>;
}

function readNow(ports: PlanPorts, subject: Subject, place: Place): StandingState {
  const { path } = place;
  const stat = lookAt(ports, path);
  ports.onLooked?.();
  if (stat === "unreadable") return { kind: "unrecorded" };
  // The first look counts: a change while the plan was made is then found before the file is
  // replaced.
  if (!subject.seen.has(path)) subject.seen.set(path, stat);
  if (stat === undefined) return absent;
  if (stat.kind === "directory") return { kind: "directory", mode: stat.mode };
  if (stat.kind === "special") return { kind: "unrecorded" };
  const head = ports.timeline.head(path);
  if (head !== undefined && !head.racy && !head.withheld && sameStat(head.stat, stat)) {
    return standingOf(subject.statesOf(path), head);
  }
  const rescued = whatWasRescued(ports, subject, path);
  if (rescued !== undefined) return rescued;
  if (head?.unrecordable !== undefined) return judgeUnrecordable(ports, subject, { head, stat });
  const read = ports.fs.read(joinPath(ports.root, path), ports.maxFileBytes);
  return read.kind === "content"
    ? judgeFound(ports, subject, { ...place, read, head })
    : { kind: "unrecorded" };
}

/** Where it is a state of the path already, that very object: of a long plan none is kept twice. */
function standingOf(
  states: readonly StepState[],
  { hash, bytes, mode, snapshot }: Head,
): StandingState {
  const known = states.find(
    (state) =>
      state.kind === "recorded" &&
      state.hash === hash &&
      state.bytes === bytes &&
      state.mode === mode &&
      state.snapshot === snapshot,
  );
  return known ?? { kind: "recorded", hash, bytes, mode, snapshot };
}

/** A file that is not kept is known by its digest. */
function judgeUnrecordable(
  ports: PlanPorts,
  { statesOf }: Subject,
  { head, stat }: { readonly head: Head; readonly stat: EntryStat },
): StandingState {
  const { path, snapshot } = head;
  const isAsRecorded = !head.racy && sameStat(head.stat, stat);
  const found = isAsRecorded
    ? { hash: head.hash, stat }
    : (digestFile(ports, joinPath(ports.root, path)) ?? {
        hash: digestStat(ports.digest, stat),
        stat,
      });
  if (!isStateOf(statesOf(path), found.hash)) return { kind: "unrecorded" };
  const { hash } = found;
  const { size, mode } = found.stat;
  return { kind: "recorded", hash, bytes: Number(size), mode, snapshot, ...whyNotKept(head) };
}

/** Judges a content that was read because no head vouches for it. */
function judgeFound(
  ports: PlanPorts,
  { statesOf }: Subject,
  {
    path,
    unrecorded,
    read,
    head,
  }: Place & { readonly read: FoundContent; readonly head: Head | undefined },
): StandingState {
  const hash = ports.digest(read.bytes);
  const found = { kind: "recorded", hash, bytes: read.bytes.length, mode: read.stat.mode } as const;
  const isWithheld = head?.withheld === true;
  if (head?.hash === hash && !isWithheld) return { ...found, snapshot: head.snapshot };
  const isState = isStateOf(statesOf(path), hash);
  if (isWithheld && !(isState && ports.isKept(hash, read.bytes.length)))
    return isState ? { ...found, snapshot: null, withheld: true } : { kind: "unrecorded" };
  if (!isState) {
    // A file without a head is left out by a rule, or was there just now for the first time.
    if (head === undefined || read.bytes.includes(0)) return { kind: "unrecorded" };
    unrecorded.set(hash, read.bytes);
  }
  return { ...found, snapshot: null };
}

/** True for a content that the path had, whatever the rules say of the file by now. */
function isStateOf(states: readonly StepState[], hash: BlobId): boolean {
  return states.some((state) => state.kind === "recorded" && state.hash === hash);
}

/** The file that an operation of this path keeps in its rescue directory, if it stands there. */
function whatWasRescued(
  ports: PlanPorts,
  { statesOf, operation: own }: Subject,
  path: RelPath,
): StandingState | undefined {
  for (const state of statesOf(path)) {
    const operation = state.kind === "rescued" ? (state.operation ?? own) : undefined;
    if (state.kind !== "rescued" || operation === undefined) continue;
    const kept = joinPath(ports.rescueDirectory(operation), path);
    if (isSameFile(ports, joinPath(ports.root, path), kept)) return { ...state, operation };
  }
  return undefined;
}

/** Byte for byte, or two names of one file. */
function isSameFile({ fs }: PlanPorts, a: AbsPath, b: AbsPath): boolean {
  const [first, second] = [fs.lstat(a), fs.lstat(b)];
  if (first === undefined || second === undefined || first.size !== second.size) return false;
  if (first.ino === second.ino && first.dev === second.dev) return true;
  return first.kind === "file" && first.mode === second.mode && isPartOf(fs, a, b);
}
