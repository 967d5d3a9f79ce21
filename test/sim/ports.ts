import { type AbsPath, isWithin, type RelPath, systemCode, UnfError } from "@unf/core/base";
import type { Batch, Clock, FileSystem, ReadOutcome, Timeline, Tree } from "@unf/core/ports";
import { systemError } from "../kit/memory-disk.ts";
import { modelDigest } from "./digest.ts";
import { Died, homeDirectory, type Life, locate, type SimProject, type World } from "./world.ts";

// The ports of one process: they stop working when it dies, and things happen in the middle of them.

const reading = ["lstat", "list", "stamp", "read", "readRange", "freeBytes"] as const;
const writing = [
  "writeNew",
  "append",
  "copyNew",
  "symlink",
  "link",
  "rename",
  "exchange",
  "moveNew",
  "remove",
  "makeDirectory",
  "removeDirectory",
] as const;
const syncing = ["syncFile", "syncDirectory", "syncAll"] as const;
const filling: readonly string[] = [
  "writeNew",
  "append",
  "copyNew",
  "symlink",
  "link",
  "makeDirectory",
];

/** Calls whose displaced file is looked at before it is removed. */
const swapping: readonly string[] = ["exchange", "moveNew"];
const making: readonly string[] = ["writeNew", "copyNew", "symlink"];

/** Of each world the temporaries that unf itself has made, by inode number. */
const ownTemporaries = new WeakMap<World, Set<bigint>>();

function noteOwn(world: World, [path]: readonly AbsPath[]): void {
  const inode = path === undefined ? undefined : world.disk.lstat(path)?.ino;
  if (inode === undefined || path?.includes("/.unf-") !== true) return;
  const known = ownTemporaries.get(world) ?? new Set();
  ownTemporaries.set(world, known.add(inode));
}

type AnyCall = (path: AbsPath, ...rest: readonly unknown[]) => unknown;

export function guardDisk(world: World, life: Life, onRead: ReadHook): FileSystem {
  // One user, who is not root: nothing is ever given away.
  const calls: Record<string, unknown> = { adopt: () => false, keepAttributes: () => [] };
  for (const call of reading) {
    const work = world.disk[call] as AnyCall;
    calls[call] = (path: AbsPath, ...rest: readonly unknown[]) => {
      beLive(life);
      interrupt(world);
      return work(path, ...rest);
    };
  }
  for (const call of [...writing, ...syncing]) {
    const work = world.disk[call] as AnyCall;
    calls[call] = (path: AbsPath, ...rest: readonly unknown[]) => {
      beLive(life);
      // A user who is faster than an exchange loses nothing by it; other calls nobody can keep
      // others out of.
      if (!inProject(world, path) || swapping.includes(call)) interrupt(world);
      if (writing.includes(call as never)) checkWrite(world, call, targetsOf(call, path, rest[0]));
      strike(world, life);
      if (world.isFull && filling.includes(call)) throwFull(world, path);
      const places = writing.includes(call as never)
        ? targetsOf(call, path, rest[0]).map(world.disk.truePath)
        : [];
      const result = work(path, ...rest);
      for (const place of places) tell(world, place);
      if (making.includes(call)) noteOwn(world, targetsOf(call, path, rest[0]));
      strike(world, life);
      return result;
    };
  }
  const fs = calls as unknown as FileSystem;
  return {
    ...fs,
    flushFile: async (path) => {
      fs.syncFile(path);
      await world.hold();
    },
    flushAll: async (path) => {
      // Writes that come while it goes on are not flushed by it.
      fs.syncAll(path);
      await world.hold();
    },
    read: (path, limit) => onRead(world.disk.truePath(path), limit, fs.read(path, limit)),
    openTree: (root) => guardTree(world, life, root),
  };
}

function guardTree(world: World, life: Life, root: AbsPath): Tree {
  beLive(life);
  interrupt(world);
  const tree = world.disk.openTree(root);
  return {
    within: (directory, work) => {
      beLive(life);
      interrupt(world);
      return tree.within(directory, work);
    },
    [Symbol.dispose]: () => tree[Symbol.dispose](),
  };
}

export type ReadHook = (path: AbsPath, limit: number, read: ReadOutcome) => ReadOutcome;

const committing = [
  "commit",
  "openGap",
  "closeGap",
  "noteMissed",
  "startOperation",
  "addSteps",
  "commitOperation",
  "finishOperation",
  "addCheckpoint",
  "deleteCheckpoint",
  "pinCheckpoint",
  "openSession",
  "endSession",
  "openTurn",
  "nameTurn",
  "endTurn",
  "openToolCall",
  "endToolCall",
  "setMeta",
  "dropFromInbox",
  "deleteSnapshots",
  "settleReleased",
] as const;

/** Each change is there whole or not at all when the process dies in it. */
export function guardTimeline(world: World, life: Life, project: SimProject): Timeline {
  const { timeline } = project;
  const calls: Record<string, unknown> = {};
  for (const call of committing) {
    const work = timeline[call] as (...args: readonly unknown[]) => unknown;
    calls[call] = (...args: readonly unknown[]) => {
      beLive(life);
      strike(world, life);
      if (world.isFull) {
        world.hasFailed = true;
        throw new UnfError("no_space", "planted: the disk is full");
      }
      const result = work(...args);
      watchOperation(project, call, args, result);
      world.note(() => `  ${call} ${summarise(call, args[0], result)}`);
      strike(world, life);
      return result;
    };
  }
  return { ...timeline, ...calls };
}

function watchOperation(
  { operations }: SimProject,
  call: (typeof committing)[number],
  args: readonly unknown[],
  result: unknown,
): void {
  if (call === "startOperation") {
    const [, steps] = args as Parameters<Timeline["startOperation"]>;
    operations.started(result as number, steps);
  } else if (call === "addSteps") {
    operations.extended(...(args as Parameters<Timeline["addSteps"]>));
  } else if (call === "finishOperation")
    operations.finished(...(args as Parameters<Timeline["finishOperation"]>));
}

export function guardClock(world: World, life: Life): Clock {
  const { clock } = world;
  return {
    wall: () => clock.wall(),
    mono: () => clock.mono(),
    alarm: (at, ring) => (life.alive ? clock.alarm(at, ring) : { [Symbol.dispose]: () => {} }),
    breathe: () => (life.alive ? world.hold() : new Promise(() => undefined)),
  };
}

/** A trace's words for a change of the timeline. */
function summarise(call: string, first: unknown, result: unknown): string {
  if (call !== "commit") return JSON.stringify(first);
  const { recordings, settlements, restats, inbox } = first as Batch;
  const rows = recordings.map(({ snapshot }, index) => {
    const { event, path, settled, cause } = snapshot;
    return `v${(result as number[])[index]} ${event} ${path} (${cause}${settled ? "" : ", interim"})`;
  });
  const settled = settlements.map(({ id }) => `v${id} settled`);
  const counts = [`${restats.length} restats`, `${inbox.length} inboxed`];
  return [...rows, ...settled, ...counts].join(", ");
}

function beLive(life: Life): void {
  if (!life.alive) throw new Died();
}

function interrupt(world: World): void {
  if (world.strikes(world.temper.inside)) world.onInside();
}

function strike(world: World, life: Life): void {
  if (!world.strikes(world.temper.insideDeath)) return;
  world.die(world.random.chance(world.temper.powerCut));
  beLive(life);
}

function throwFull(world: World, path: AbsPath): never {
  world.hasFailed = true;
  throw systemError("ENOSPC", path);
}

/** The system tells of what unf itself does as of anybody's doing. */
function tell(world: World, target: AbsPath): void {
  const place = locate(world.projects, target);
  if (place === undefined || place.path === "") return;
  const { project, path } = place;
  const kind = kindOf(world, target);
  if (kind === undefined) project.watcher.saw({ kind: "gone", path });
  else if (kind === "directory") project.watcher.saw({ kind: "directory", path });
  else project.watcher.saw({ kind: "touched", path, closed: true });
}

function inProject(world: World, path: AbsPath): boolean {
  return locate(world.projects, world.disk.truePath(path)) !== undefined;
}

/** The paths that a call changes: where it copies or links from stays as it is. */
function targetsOf(call: string, path: AbsPath, to: unknown): readonly AbsPath[] {
  if (call === "rename" || swapping.includes(call)) return [path, to as AbsPath];
  return [call === "link" || call === "copyNew" ? (to as AbsPath) : path];
}

/** Nothing is written outside of the home, in a project only by a restore, and never through a link. */
function checkWrite(world: World, call: string, targets: readonly AbsPath[]): void {
  const written = targets.map(world.disk.truePath);
  for (const target of written) {
    // The directory was removed meanwhile: nothing that is done in it reaches anybody.
    if (target.startsWith("/proc/self/fd/")) continue;
    if (isWithin(homeDirectory as string as RelPath, target as string as RelPath)) continue;
    const place = locate(world.projects, target);
    if (place === undefined) world.fail(`I-11: ${call} outside of the home: ${target}`);
    else if (world.restores === 0 && !world.hasCutRestore && !isOwnTemporary(call, target))
      world.fail(`I-11: ${call} in a project: ${target}`);
    else if (isThroughLink(world, place.project.root, place.path))
      world.fail(`I-8: ${call} through a link: ${target}`);
    // A file that is moved is not lost; one that something else is moved over, or that is removed, is.
    else if (call === "remove" || (call === "rename" && target === written[1]))
      checkKept(world, place.project, { path: place.path, target });
  }
}

function standing(state: string | undefined): string | undefined {
  return state === undefined || state === "unreadable"
    ? undefined
    : state.slice(state.indexOf(" ") + 1);
}

/** The entry that lies where a temporary lay, and is none that unf has made; `undefined` for its own. */
function cameOut(world: World, target: AbsPath): string | undefined {
  const inode = world.disk.lstat(target)?.ino;
  if (inode === undefined || ownTemporaries.get(world)?.delete(inode) === true) return undefined;
  const read = world.disk.read(target, Number.MAX_SAFE_INTEGER);
  return read.kind === "content" && read.bytes.length > 0 ? modelDigest(read.bytes) : undefined;
}

/** I-6: what a restore replaces or removes can be read back from the history, or was rescued. */
function checkKept(
  world: World,
  { oracle, timeline }: SimProject,
  { path, target }: { readonly path: RelPath; readonly target: AbsPath },
): void {
  const hash = path.includes(".unf-") ? cameOut(world, target) : standing(oracle.stateOf(path));
  if (hash === undefined) return;
  // Under whatever name: somebody may have moved its directory since it was recorded.
  for (const row of timeline.find({ within: [], interim: true, order: "newest" }))
    if (row.hash === hash) return;
  if (isRescued(world, hash)) return;
  world.fail(`I-6: a restore takes what was never recorded of ${path}`);
}

/** Under whatever name: what came out of its place lies under that of a temporary. */
function isRescued(
  world: World,
  hash: string,
  directory = `${homeDirectory}/rescue` as AbsPath,
): boolean {
  return (world.disk.list(directory) ?? []).some(({ name, kind }) => {
    const path = `${directory}/${name}` as AbsPath;
    if (kind === "directory") return isRescued(world, hash, path);
    const read = world.disk.read(path, Number.MAX_SAFE_INTEGER);
    return read.kind === "content" && modelDigest(read.bytes) === hash;
  });
}

/** True for a temporary that an interrupted restore staged: whoever comes next may remove it. */
function isOwnTemporary(call: string, target: AbsPath): boolean {
  const isSync = call.startsWith("sync");
  return isSync || (call === "remove" && /\/\.unf-[^/]+\.(new|old)$/.test(target));
}

/** `undefined`: nothing is there, or nobody may look. */
function kindOf(world: World, path: AbsPath) {
  try {
    return world.disk.lstat(path)?.kind;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}

function isThroughLink(world: World, root: AbsPath, path: RelPath): boolean {
  const names = path.split("/");
  for (let depth = 1; depth < names.length; depth += 1) {
    const parent = `${root}/${names.slice(0, depth).join("/")}` as AbsPath;
    const kind = kindOf(world, parent);
    if (kind === undefined) return false;
    if (kind === "link") return true;
  }
  return false;
}
