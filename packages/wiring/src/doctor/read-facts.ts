import { lstatSync, readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import {
  type AbsPath,
  limits,
  type ProjectId,
  sayFailure,
  systemCode,
  UnfError,
  version,
  type WallMs,
} from "@unf/core";
import {
  logsDirectory,
  networkDisk,
  objectsDirectory,
  openFileSystem,
  openHome,
  projectsDirectory,
  readProcessSight,
  runDirectory,
  socketPlace,
  systemClock,
  timelinePath,
} from "@unf/system";
import { openTimelineCheck, sqliteVersion } from "@unf/timeline";
import type { ProjectEntry } from "../contract.ts";
import { listProjects } from "../home-reader.ts";
import { inspectRunning } from "../running.ts";
import { readService } from "../service/service.ts";
import { isBlake3Right } from "./blake3-vectors.ts";
import type { DoctorFacts, OwnEntry, ProjectFacts } from "./facts.ts";
import { lookForLoss } from "./look-for-loss.ts";

/** Reads everything the doctor judges. Changes nothing; a home that is not sound is a fact. */
export async function readDoctorFacts(home: AbsPath): Promise<DoctorFacts> {
  const state = tryOpenHome(home);
  const isSound = state === "opened";
  const running = isSound
    ? await inspectRunning(home)
    : { daemon: undefined, sentinel: undefined, intended: false };
  const entries = isSound ? listProjects(home) : [];
  const watched = entries.filter((entry) => entry.watched);
  const now = systemClock.wall();
  const seen = watched.map((entry) =>
    readProject(home, entry, running.daemon?.projects ?? [], now),
  );
  return {
    node: process.versions.node,
    version,
    home,
    homeProblem: typeof state === "string" ? undefined : state.problem,
    isHomeAbsent: state === "absent",
    directories: listRooms(home),
    socket: readSocket(home),
    networkDisk: orUndefined(() => networkDisk(home)),
    freeBytes: orUndefined(() => openFileSystem().freeBytes(home)),
    running,
    service: isSound ? tryReadService(home) : notEnabled,
    inotify: readInotify(running.daemon?.pid),
    sight: readProcessSight(),
    projects: seen.map(({ facts }) => facts),
    timelines: checkTimelines(home, entries),
    isBlake3Right: isBlake3Right(),
    sqlite: sqliteVersion(),
    now,
    newest: seen.reduce<WallMs | null>((max, { newest }) => later(max, newest), null),
  };
}

function later(a: WallMs | null, b: WallMs | null): WallMs | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function tryOpenHome(home: AbsPath): "opened" | "absent" | { readonly problem: string } {
  try {
    return openHome(home, { create: false }) === "absent" ? "absent" : "opened";
  } catch (thrown) {
    if (thrown instanceof UnfError) return { problem: sayFailure(thrown) };
    throw thrown;
  }
}

const notEnabled = { state: "disabled", manager: undefined, problem: undefined } as const;

function tryReadService(home: AbsPath): DoctorFacts["service"] {
  try {
    return readService(home);
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return { state: "broken", manager: undefined, problem: thrown.message };
  }
}

function listRooms(home: AbsPath): OwnEntry[] {
  const rooms = [objectsDirectory, projectsDirectory, runDirectory, logsDirectory];
  return [home, ...rooms.map((room) => room(home))].flatMap((path) => readEntry(path) ?? []);
}

function readSocket(home: AbsPath): DoctorFacts["socket"] {
  const { path, directory } = socketPlace(home);
  const file = readEntry(path as AbsPath);
  const around = directory === undefined ? undefined : readEntry(directory as AbsPath);
  return file === undefined || around === undefined ? undefined : { file, directory: around };
}

function readEntry(path: AbsPath): OwnEntry | undefined {
  const stat = orUndefined(() => lstatSync(path));
  if (stat === undefined) return undefined;
  const uid = process.getuid?.();
  return { path, mode: stat.mode & 0o777, isOurs: uid === undefined || stat.uid === uid };
}

/** Counts the daemon's watches where the kernel lists them. */
function readInotify(pid: number | undefined): DoctorFacts["inotify"] {
  if (process.platform !== "linux") return undefined;
  const max = readNumber("/proc/sys/fs/inotify/max_user_watches");
  const instancesMax = readNumber("/proc/sys/fs/inotify/max_user_instances");
  if (max === undefined || instancesMax === undefined) return undefined;
  return { max, instancesMax, used: pid === undefined ? undefined : countWatches(pid) };
}

function countWatches(pid: number): number | undefined {
  const directory = `/proc/${pid}/fdinfo`;
  const names = orUndefined(() => readdirSync(directory));
  return names?.reduce((sum, name) => {
    const text = orUndefined(() => readFileSync(`${directory}/${name}`, "latin1")) ?? "";
    return sum + (text.match(/^inotify wd:/gm)?.length ?? 0);
  }, 0);
}

function readNumber(path: string): number | undefined {
  const text = orUndefined(() => readFileSync(path, "latin1"));
  return text === undefined ? undefined : Number(text.trim());
}

function readProject(
  home: AbsPath,
  { id, root }: ProjectEntry,
  live: readonly {
    readonly id: string;
    readonly state: ProjectFacts["state"];
    readonly reason: string | null;
  }[],
  now: WallMs,
): { readonly facts: ProjectFacts; readonly newest: WallMs | null } {
  const status = live.find((project) => project.id === id);
  const common = {
    root,
    state: status?.state ?? ("stopped" as const),
    reason: status?.reason ?? undefined,
  };
  const isRecording = status?.state === "watching" || status?.state === "degraded";
  try {
    const { looked, unrecorded, newest } = lookForLoss(home, { id, root }, now);
    const lost = isRecording ? unrecorded : 0;
    return { facts: { ...common, looked, unrecorded: lost }, newest };
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    const reason = common.reason ?? sayFailure(thrown);
    const facts = { ...common, state: "error" as const, reason, looked: 0, unrecorded: 0 };
    return { facts, newest: null };
  }
}

/** The smallest first, until the time is over. */
function checkTimelines(home: AbsPath, entries: readonly ProjectEntry[]): DoctorFacts["timelines"] {
  const { timelineMsMax, timelineBytesMax } = limits.doctor;
  const sized = entries.map(({ id, root }) => ({ id, root, bytes: sizeOf(home, id) }));
  const end = systemClock.mono() + timelineMsMax;
  const faults: { root: AbsPath; message: string }[] = [];
  let checked = 0;
  for (const { id, root, bytes } of sized.sort((a, b) => a.bytes - b.bytes)) {
    if (systemClock.mono() >= end || bytes > timelineBytesMax) break;
    checked += 1;
    const message = findFault(home, id);
    if (message !== undefined) faults.push({ root, message });
  }
  return { checked, all: entries.length, faults };
}

function sizeOf(home: AbsPath, id: ProjectId): number {
  return orUndefined(() => lstatSync(timelinePath(home, id)).size) ?? 0;
}

function findFault(home: AbsPath, id: ProjectId): string | undefined {
  try {
    using check = openTimelineCheck(timelinePath(home, id));
    return check.faults("quick")[0];
  } catch (thrown) {
    if (thrown instanceof UnfError) return thrown.message;
    throw thrown;
  }
}

/** `undefined` where the system does not answer: then there is no such fact. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
