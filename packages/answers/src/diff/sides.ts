import { comparePaths, joinPath, type RelPath, type Steps } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { equalBytes } from "@unf/core/lines";
import type { FileSystem, TimelineReader } from "@unf/core/ports";
import {
  type Head,
  type KeptState,
  keptRows,
  type Point,
  type Snapshot,
  sameStat,
  type ThinnedState,
} from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import { eachHead } from "../scope/each-head.ts";
import type { ThinnedFile } from "../scope/thinned.ts";
import { type FileChange, type FileSide, gitMode } from "./file-change.ts";

/** The part of the project that is compared. */
export interface Part {
  /** Empty: all of it. */
  readonly within: readonly RelPath[];
  readonly matches: (path: RelPath) => boolean;
  /** Gets the files that cannot be compared, for their content then is no longer kept. */
  readonly thinned?: ThinnedFile[];
}

/** A version as one side of a comparison. */
export function recordedSide(reader: ProjectReader, snapshot: Snapshot): FileSide | undefined {
  if (snapshot.hash === null) return undefined;
  const { path, mode, hash, bytes } = snapshot;
  return { path, mode, hash, bytes, snapshot, read: () => reader.content(snapshot) };
}

/** Files that differ between two recorded states, in path order. */
export function* changesBetween(
  reader: ProjectReader,
  points: { readonly from: Point; readonly to: Point },
  part: Part,
): Steps<FileChange[]> {
  const { timeline } = reader;
  const from = yield* listAll(timeline.stateInSteps(points.from, part.within));
  const to = yield* listAll(timeline.stateInSteps(points.to, part.within));
  const gone = new Map([
    ...goneOf(timeline, to, points.to, part),
    ...goneOf(timeline, from, points.from, part),
  ]);
  const before = byPath(keptRows(from));
  const after = byPath(keptRows(to));
  const isOnlyIn = (one: ReadonlyMap<RelPath, unknown>, other: typeof one) => (path: RelPath) =>
    one.has(path) && !other.has(path) && !gone.has(path);
  const [newer, older] = [isOnlyIn(after, before), isOnlyIn(before, after)];
  yield* noteUnknown(timeline, [...after.keys()].filter(newer), points.from, part, gone);
  yield* noteUnknown(timeline, [...before.keys()].filter(older), points.to, part, gone);
  noteGone(part, gone);
  const paths = unionOf(before, after).filter((path) => part.matches(path) && !gone.has(path));
  const changes = paths.flatMap((path) => {
    const old = before.get(path);
    const now = after.get(path);
    const isSame = old !== undefined && now !== undefined && old.hash === now.hash;
    if (isSame && gitMode(old.mode) === gitMode(now.mode)) return [];
    return [{ before: old && recordedSide(reader, old), after: now && recordedSide(reader, now) }];
  });
  return pairRenames(changes);
}

/** Files that differ between a recorded state and the disk. Only what is recorded is looked at. */
export function* changesToDisk(
  reader: ProjectReader,
  fs: FileSystem,
  from: Point,
  part: Part,
): Steps<FileChange[]> {
  const { within } = part;
  const then = yield* listAll(reader.timeline.stateInSteps(from, within));
  const gone = goneOf(reader.timeline, then, from, part);
  const before = byPath(keptRows(then));
  const all = yield* listAll(eachHead(reader, within));
  const heads = new Map(all.map((head) => [head.path, head]));
  const newer = [...heads.keys()].filter((path) => !before.has(path) && !gone.has(path));
  yield* noteUnknown(reader.timeline, newer, from, part, gone);
  noteGone(part, gone);
  const paths = unionOf(before, heads).filter((path) => part.matches(path) && !gone.has(path));
  const changes: FileChange[] = [];
  for (const path of paths) {
    yield;
    const old = before.get(path);
    const now = diskSide(reader, fs, path, heads.get(path));
    if (old === undefined && now === undefined) continue;
    if (old !== undefined && now !== undefined && isUnchanged(old, now)) continue;
    changes.push({ before: old && recordedSide(reader, old), after: now });
  }
  return pairRenames(changes);
}

/** All of them, with a turn for others between two. */
function* listAll<T>(things: Iterable<T | undefined>): Steps<T[]> {
  const all: T[] = [];
  for (const one of things) {
    if (one !== undefined) all.push(one);
    yield;
  }
  return all;
}

/** Files of a state that cannot be compared: their content is no longer kept. */
function goneOf(
  timeline: TimelineReader,
  state: readonly (KeptState | ThinnedState)[],
  point: Point,
  { matches }: Part,
): Map<RelPath, ThinnedFile> {
  const paths = state.filter(({ kind, path }) => kind === "thinned" && matches(path));
  return new Map(
    paths.map(({ path }) => [path, { path, nearest: timeline.nearestKept(path, point) }]),
  );
}

/** Of paths that a state does not list: those that may have been there all the same. */
function* noteUnknown(
  timeline: TimelineReader,
  paths: readonly RelPath[],
  point: Point,
  { matches }: Part,
  gone: Map<RelPath, ThinnedFile>,
): Steps<void> {
  const stateOf = timeline.pathsAt(point);
  for (const path of paths) {
    yield;
    if (!matches(path) || stateOf(path).kind !== "unknown") continue;
    gone.set(path, { path, nearest: timeline.nearestKept(path, point), isUnknown: true });
  }
}

function noteGone({ thinned }: Part, gone: ReadonlyMap<RelPath, ThinnedFile>): void {
  thinned?.push(...[...gone.values()].sort((a, b) => comparePaths(a.path, b.path)));
}

/** Makes one rename of a deletion and a creation of the same content; each is used once. */
function pairRenames(changes: readonly FileChange[]): FileChange[] {
  const deleted = changes.filter((change) => change.after === undefined);
  const bySize = Map.groupBy(deleted, (change) => change.before?.bytes ?? 0);
  const gone = new Set<FileChange>();
  const paired = changes.map((change) => {
    const { before, after } = change;
    // Empty files are all alike: a pair of them says nothing.
    if (before !== undefined || after === undefined || after.bytes === 0) return change;
    const source = (bySize.get(after.bytes) ?? []).find(
      (one) => !gone.has(one) && hasSameContent(one.before, after),
    );
    if (source === undefined) return change;
    gone.add(source);
    return { before: source.before, after };
  });
  return paired.filter((change) => !gone.has(change));
}

/** The paths of both, each once, in order. */
function unionOf(one: ReadonlyMap<RelPath, unknown>, other: ReadonlyMap<RelPath, unknown>) {
  return [...new Set([...one.keys(), ...other.keys()])].sort(comparePaths);
}

/** True when both hold the same bytes. What cannot be read is like nothing else. */
export function hasSameContent(before: FileSide | undefined, after: FileSide): boolean {
  if (before === undefined) return false;
  if (before.hash !== undefined && after.hash !== undefined) return before.hash === after.hash;
  const [old, now] = [before.read(), after.read()];
  return old !== undefined && now !== undefined && equalBytes(old, now);
}

/** The file or link at a path now; `undefined` for anything else, and for nothing. */
export function diskSide(
  reader: ProjectReader,
  fs: FileSystem,
  path: RelPath,
  head: Head | undefined,
): FileSide | undefined {
  const place = joinPath(reader.project.root, path);
  const stat = fs.lstat(place);
  if (stat === undefined || stat.kind === "directory" || stat.kind === "special") return undefined;
  const isRecorded = head !== undefined && !head.racy && sameStat(head.stat, stat);
  return {
    path,
    mode: stat.mode,
    bytes: Number(stat.size),
    snapshot: undefined,
    // Digests are only taken from the timeline: what is not as recorded is compared byte by byte.
    hash: isRecorded ? head.hash : undefined,
    read: () => {
      const outcome = fs.read(place, limits.capture.fileBytesMax);
      return outcome.kind === "content" || outcome.kind === "unstable" ? outcome.bytes : undefined;
    },
  };
}

function isUnchanged(old: Snapshot, now: FileSide): boolean {
  return now.hash === old.hash && gitMode(now.mode) === gitMode(old.mode);
}

function byPath(snapshots: Iterable<Snapshot>): Map<RelPath, Snapshot> {
  return new Map([...snapshots].map((snapshot) => [snapshot.path, snapshot]));
}
