import {
  type AbsPath,
  type ProjectId,
  sayFailure,
  systemCode,
  UnfError,
  version,
  type WallMs,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  logsDirectory,
  objectsDirectory,
  projectsDirectory,
  runDirectory,
  timelinePath,
} from "@unf/core/home";
import type { OwnEntry } from "@unf/core/ports";
import { readNameRules } from "@unf/engine";
import type { HomePorts } from "../home/home.ts";
import { listProjects, type ProjectEntry } from "../home/projects.ts";
import type { Examined } from "../verify/report.ts";
import { isBlake3Right } from "./blake3-vectors.ts";
import type { DoctorFacts, ProjectFacts } from "./facts.ts";
import { lookForLoss } from "./look-for-loss.ts";

/** Ports of the doctor: the machine beside the home. */
export interface DoctorPorts
  extends Pick<HomePorts, "home" | "fs" | "files" | "intents" | "timelines" | "clock" | "digest"> {
  readonly node: string;
  readonly runtime: string;
  readonly sqlite: string;
  /** Looks whether the home may be used. Throws for one that is refused. */
  readonly openHome: () => "opened" | "absent";
  readonly readRunning: () => Promise<DoctorFacts["running"]>;
  /** Throws for one of which nothing can be said. */
  readonly readService: () => DoctorFacts["service"];
  /** `undefined` where nothing is there, or the system refuses to say. */
  readonly readEntry: (path: AbsPath) => OwnEntry | undefined;
  /** Where the socket is, and the directory that is its own. */
  readonly socket: { readonly path: AbsPath; readonly directory: AbsPath | undefined };
  readonly readNetworkDisk: () => string | undefined;
  readonly readInotify: (daemon: number | undefined) => DoctorFacts["inotify"];
  readonly readSight: () => DoctorFacts["sight"];
  readonly isBelowWindows: () => boolean;
  /** Examines a timeline elsewhere, while others have their turn here; `undefined`: it is to be done here. */
  readonly examineApart: (id: ProjectId) => Promise<Examined | undefined>;
}

/** Reads everything the doctor judges. Changes nothing; a home that is not sound is a fact. */
export async function readDoctorFacts(ports: DoctorPorts): Promise<DoctorFacts> {
  const { home, fs, clock, readEntry } = ports;
  const state = tryOpenHome(ports);
  const isSound = state === "opened";
  const running = isSound
    ? await ports.readRunning()
    : { daemon: undefined, sentinel: undefined, intended: false };
  const entries = isSound ? listProjects(ports) : [];
  const watched = entries.filter((entry) => entry.watched);
  const now = clock.wall();
  const live = running.daemon?.projects ?? [];
  const seen = watched.map((entry) => readProject(ports, entry, live, now));
  const rooms = [objectsDirectory, projectsDirectory, runDirectory, logsDirectory];
  return {
    node: ports.node,
    runtime: ports.runtime,
    version,
    home,
    homeProblem: typeof state === "string" ? undefined : state.problem,
    isHomeAbsent: state === "absent",
    isBelowWindows: ports.isBelowWindows(),
    directories: [home, ...rooms.map((room) => room(home))].flatMap(
      (path) => readEntry(path) ?? [],
    ),
    socket: readSocket(ports),
    networkDisk: orUndefined(() => ports.readNetworkDisk()),
    freeBytes: orUndefined(() => fs.freeBytes(home)),
    running,
    service: isSound ? tryReadService(ports) : notEnabled,
    inotify: ports.readInotify(running.daemon?.pid),
    sight: ports.readSight(),
    projects: seen.map(({ facts }) => facts),
    timelines: await checkTimelines(ports, entries),
    isBlake3Right: isBlake3Right(ports.digest),
    sqlite: ports.sqlite,
    now,
    newest: seen.reduce<WallMs | null>((max, { newest }) => later(max, newest), null),
  };
}

function later(a: WallMs | null, b: WallMs | null): WallMs | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function tryOpenHome({
  openHome,
}: DoctorPorts): "opened" | "absent" | { readonly problem: string } {
  try {
    return openHome();
  } catch (thrown) {
    if (thrown instanceof UnfError) return { problem: sayFailure(thrown) };
    throw thrown;
  }
}

const notEnabled = { state: "disabled", manager: undefined, problem: undefined } as const;

function tryReadService({ readService }: DoctorPorts): DoctorFacts["service"] {
  try {
    return readService();
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return { state: "broken", manager: undefined, problem: thrown.message };
  }
}

function readSocket({ socket, readEntry }: DoctorPorts): DoctorFacts["socket"] {
  const file = readEntry(socket.path);
  const around = socket.directory === undefined ? undefined : readEntry(socket.directory);
  return file === undefined || around === undefined ? undefined : { file, directory: around };
}

function readProject(
  ports: DoctorPorts,
  { id, root }: ProjectEntry,
  live: readonly {
    readonly id: string;
    readonly state: ProjectFacts["state"];
    readonly reason: string | null;
    readonly backend: string;
    readonly backend_reason: string;
  }[],
  now: WallMs,
): { readonly facts: ProjectFacts; readonly newest: WallMs | null } {
  const status = live.find((project) => project.id === id);
  const common = {
    root,
    state: status?.state ?? ("stopped" as const),
    reason: status?.reason ?? undefined,
    polled: status?.backend === "polling" ? status.backend_reason : undefined,
    foldsCase: readNameRules({ fs: ports.fs, root }).foldsCase,
  };
  const isRecording = status?.state === "watching" || status?.state === "degraded";
  try {
    const { looked, unrecorded, newest } = lookForLoss(ports, { id, root }, now);
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
async function checkTimelines(
  ports: DoctorPorts,
  entries: readonly ProjectEntry[],
): Promise<DoctorFacts["timelines"]> {
  const { timelineMsMax, timelineBytesMax } = limits.doctor;
  const { clock } = ports;
  const sized = entries.map(({ id, root }) => ({ id, root, bytes: sizeOf(ports, id) }));
  const end = clock.mono() + timelineMsMax;
  const faults: { root: AbsPath; message: string }[] = [];
  let checked = 0;
  for (const { id, root, bytes } of sized.sort((a, b) => a.bytes - b.bytes)) {
    if (clock.mono() >= end || bytes > timelineBytesMax) break;
    checked += 1;
    const found = await ports.examineApart(id);
    const message = found === undefined ? findFault(ports, id) : found.wrong[0];
    if (message !== undefined) faults.push({ root, message });
  }
  return { checked, all: entries.length, faults };
}

function sizeOf({ home, fs }: DoctorPorts, id: ProjectId): number {
  return Number(orUndefined(() => fs.lstat(timelinePath(home, id)))?.size ?? 0);
}

function findFault({ timelines }: DoctorPorts, id: ProjectId): string | undefined {
  try {
    using check = timelines.check(id);
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
