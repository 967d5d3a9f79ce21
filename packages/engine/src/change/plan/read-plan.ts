import {
  type AbsPath,
  type Blob,
  type BlobId,
  encodeUtf8,
  finish,
  joinPath,
  parentPath,
  pathToColumn,
  type RelPath,
  type Steps,
  systemCode,
  UnfError,
} from "@unf/core/base";
import { judgeContent } from "@unf/core/filter";
import { chooseHunks } from "@unf/core/lines";
import {
  type Digest,
  type EntryStat,
  type FileSystem,
  handedOver,
  type TimelineReader,
} from "@unf/core/ports";
import { planFilter } from "@unf/core/query";
import { refusePath } from "@unf/core/refusals";
import {
  type DiskState,
  planRestore,
  type RestorePlan,
  type RestoreRequest,
  type WantedFile,
} from "@unf/core/restore";
import { type Head, type Snapshot, type StatKey, sameStat, whyNotKept } from "@unf/core/timeline";
import { lookAt } from "../../capture/look-at.ts";
import { isShared, nearestThere } from "../stage/rescue.ts";
import { readNameRules } from "./read-name-rules.ts";
import { findNewer, nearestOf, type PastEntry, planAbsence, readTarget } from "./read-target.ts";
import { type SeenStats, StatTable } from "./stat-table.ts";

export interface PlanPorts {
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly timeline: TimelineReader;
  readonly digest: Digest;
  readonly maxFileBytes: number;
  /** Where an operation would keep what cannot be recorded. */
  readonly rescueDirectory: (operation: number) => AbsPath;
  /** True when the content can be read back. */
  readonly isKept: (hash: BlobId, bytes: number) => boolean;
  /** Digest checked; `undefined` when it is lost or damaged. */
  readonly content: (hash: BlobId) => Uint8Array | undefined;
  /** Told of each file that was looked at on the disk: how far planning is. */
  readonly onLooked?: (() => void) | undefined;
}

/** A plan, and what the disk looked like to it: apply compares before it replaces anything. */
export interface SeenPlan {
  readonly plan: RestorePlan;
  readonly seen: SeenStats;
  /** Texts of chosen hunks, which no row holds yet. */
  readonly contents: readonly Blob[];
}

/**
 * Reads what the restore would touch and plans it. Changes nothing. Throws `not_found` when the
 * history does not reach back to the target or knows nothing of what was asked for.
 */
export function readPlan(ports: PlanPorts, request: RestoreRequest): SeenPlan {
  return finish(planInSteps(ports, request));
}

/** The same, with pauses: what changes in one is found when the plan is carried out. */
export function* planInSteps(ports: PlanPorts, request: RestoreRequest): Steps<SeenPlan> {
  const matches = readGlobs(request);
  const { timeline } = ports;
  const names = { ...readNameRules(ports), elsewhere: handedOver(timeline) };
  const isOurs = (path: RelPath) => matches(path) && refusePath(path, names) !== "own_project";
  // Read a page at a time, and twice rather than kept: a state is as large as the project.
  const state = () => readTarget(timeline, request);
  const { newer, gone } = yield* findPaths(ports, request, { state, matches, isOurs, names });
  const seen = new StatTable();
  const contents: Blob[] = [];
  const plan = yield* planRestore(request, {
    wanted: { [Symbol.iterator]: () => eachWanted(state(), isOurs) },
    newer,
    thinned: nearestOf(timeline, request, gone),
    isAbsent: planAbsence(timeline, request),
    disk: (path) => readDisk(ports, path, seen),
    onLeft: (path) => seen.delete(path),
    names,
    obstacle: findObstacles(ports),
    entries: (directory) => readEntries(ports, directory),
    isKept: (hash, bytes) => ports.isKept(hash, bytes),
    choose: (file, now, chosen) => {
      const bytes = readChosen(ports, file, { now, chosen });
      if (bytes === undefined) return undefined;
      const hash = ports.digest(bytes);
      contents.push({ hash, bytes });
      return { hash, bytes: bytes.length };
    },
    digest: (text) => ports.digest(encodeUtf8(text)),
  });
  return { plan, seen, contents };
}

interface Sought {
  readonly state: () => Iterable<PastEntry | undefined>;
  readonly matches: (path: RelPath) => boolean;
  /** Those of them that are no other project's by now. */
  readonly isOurs: (path: RelPath) => boolean;
  readonly names: { readonly elsewhere: readonly RelPath[] };
}

/** Paths that the target lacks, and those whose content is gone. Throws when there is nothing. */
function* findPaths(
  { timeline, root }: PlanPorts,
  request: RestoreRequest,
  { state, matches, isOurs, names }: Sought,
): Steps<{ readonly newer: readonly RelPath[]; readonly gone: readonly RelPath[] }> {
  const stood = new Set<RelPath>();
  const gone: RelPath[] = [];
  let isKnown = false;
  for (const one of state()) {
    yield;
    if (one === undefined) continue;
    const { path, kind } = one;
    isKnown ||= matches(path);
    if (!isOurs(path)) continue;
    stood.add(path);
    if (kind === "thinned") gone.push(path);
  }
  const newer = yield* findNewer(timeline, request, (path) => !stood.has(path) && isOurs(path));
  if (stood.size === 0 && newer.length === 0)
    throw isKnown ? handedAway(root, names.elsewhere) : nothingMatches(request);
  return { newer, gone };
}

function* eachWanted(
  state: Iterable<PastEntry | undefined>,
  isOurs: (path: RelPath) => boolean,
): Generator<WantedFile | undefined> {
  for (const one of state) {
    if (one === undefined) yield one;
    else if (one.kind === "kept" && isOurs(one.path)) yield toWanted(one.row);
  }
}

function readGlobs({ include, exclude }: RestoreRequest): (path: RelPath) => boolean {
  const planned = planFilter({ include, exclude, ignoreCase: false });
  if (planned.kind === "invalid")
    throw new UnfError("usage", planned.why, { hint: "unf help ignore" });
  return planned.matches;
}

function toWanted(snapshot: Snapshot): WantedFile {
  const { path, id, hash, mode, bytes } = snapshot;
  if (hash === null) throw new UnfError("store_damaged", `v${id} has no content where one must be`);
  return { path, snapshot: id, hash, mode, bytes, ...whyNotKept(snapshot) };
}

/** One for all: there may be hundreds of thousands. */
const absent = { kind: "absent" } as const;

function readDisk(ports: PlanPorts, path: RelPath, seen: StatTable): DiskState {
  const stat = lookAt(ports, path);
  ports.onLooked?.();
  // An unreadable entry is in the way, whatever it is.
  if (stat === "unreadable") return { kind: "special" };
  seen.set(path, stat);
  if (stat === undefined) return absent;
  if (stat.kind === "directory") return { kind: "directory", mode: stat.mode };
  if (stat.kind === "special") return { kind: "special" };
  const more = stat.nlink > 1 ? { names: stat.nlink } : {};
  const head = ports.timeline.head(path);
  if (head !== undefined && !head.racy && sameStat(head.stat, stat)) {
    const { bytes, mode, unrecordable } = head;
    const snapshot = head.withheld === true ? null : head.snapshot;
    // As it is without its row: a plan that was shown before the row came is still that plan.
    const stamp = unrecordable === undefined ? {} : stampOf(stat);
    const hash = unrecordable === "too_large" ? null : head.hash;
    return { kind: stat.kind, hash, ...stamp, bytes, mode, snapshot, ...more };
  }
  return { ...readFile(ports, path, { stat, head, kind: stat.kind }), ...more };
}

interface Found {
  readonly stat: EntryStat;
  readonly kind: "file" | "link";
  readonly head: Head | undefined;
}

/** Of a file or link that no head vouches for. */
function readFile(ports: PlanPorts, path: RelPath, { stat, kind, head }: Found): DiskState {
  const read = ports.fs.read(joinPath(ports.root, path), ports.maxFileBytes);
  if (read.kind !== "content") {
    if (read.kind === "unreadable" && !mayLinkAside(ports, stat)) return { kind: "unreadable" };
    const [bytes, { mode }] = [Number(stat.size), stat];
    return { kind, hash: null, ...stampOf(stat), bytes, mode, snapshot: null };
  }
  const hash = ports.digest(read.bytes);
  const { mode } = read.stat;
  const isRecorded = head?.hash === hash && head.withheld !== true;
  const snapshot = isRecorded ? head.snapshot : null;
  const isText = kind === "link" || judgeContent(path, read.bytes, undefined).recorded;
  const stamp = isText || isRecorded ? {} : stampOf(read.stat);
  return { kind, hash, ...stamp, bytes: read.bytes.length, mode, snapshot };
}

/** An unreadable file cannot be copied either: a second name rescues it, or it is left. */
function mayLinkAside({ fs, rescueDirectory }: PlanPorts, stat: EntryStat): boolean {
  const place = nearestThere({ fs }, rescueDirectory(0));
  return stat.kind === "file" && !isShared(stat) && fs.lstat(place)?.dev === stat.dev;
}

function stampOf({ dev, ino }: StatKey): { readonly stamp: string } {
  return { stamp: `${dev}-${ino}` };
}

/**
 * Reads the content on disk, with the chosen hunks of the wanted one. Numbers of hunks mean nothing
 * in another content than `now`: throws `conflict` when it is there no more.
 */
function readChosen(
  ports: PlanPorts,
  { path, hash, snapshot }: WantedFile,
  { now, chosen }: { readonly now: BlobId; readonly chosen: readonly number[] },
): Uint8Array | undefined {
  const read = ports.fs.read(joinPath(ports.root, path), ports.maxFileBytes);
  const wanted = ports.content(hash);
  if (wanted === undefined)
    throw new UnfError("store_damaged", `content lost: that of v${snapshot} cannot be read`);
  if (read.kind !== "content" || ports.digest(read.bytes) !== now)
    throw new UnfError("conflict", `${pathToColumn(path)} changes just now; nothing was restored`, {
      hint: "run it again",
    });
  return chooseHunks(read.bytes, wanted, chosen);
}

/** Finds the parent of a path that is no directory. Answers are kept for the whole plan. */
export function findObstacles(
  ports: Pick<PlanPorts, "fs" | "root">,
): (path: RelPath) => RelPath | undefined {
  const known = new Map<RelPath, RelPath | undefined>([["" as RelPath, undefined]]);
  const find = (directory: RelPath): RelPath | undefined => {
    if (known.has(directory)) return known.get(directory);
    const above = find(parentPath(directory));
    const stat = above === undefined ? lookAt(ports, directory) : undefined;
    const isPassable = stat === undefined || (stat !== "unreadable" && stat.kind === "directory");
    const answer = above ?? (isPassable ? undefined : directory);
    known.set(directory, answer);
    return answer;
  };
  return (path) => find(parentPath(path));
}

/** Names in a directory; `undefined` when it cannot be listed. */
export function readEntries(
  { fs, root }: Pick<PlanPorts, "fs" | "root">,
  directory: RelPath,
): string[] | undefined {
  try {
    return fs.list(joinPath(root, directory))?.map(({ name }) => name);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}

function handedAway(root: AbsPath, elsewhere: readonly RelPath[]): UnfError {
  const [first = "" as RelPath] = elsewhere;
  return new UnfError("not_found", `${pathToColumn(first)} is a project of its own now`, {
    hint: `unf restore --project ${joinPath(root, first)}`,
  });
}

function nothingMatches(request: RestoreRequest): UnfError {
  const what = request.within.length === 0 ? "this project" : request.within.join(", ");
  return new UnfError("not_found", `nothing recorded of ${what} at that instant`, {
    hint: "unf log --all",
  });
}
