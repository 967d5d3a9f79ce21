import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock, ProcessMark, TreeProcess, TreeReading } from "@unf/core/ports";
import { isWrapper } from "../process/agent-process.ts";
import { readBytes, readRanNs, readReaped, readThreads } from "../process/process-bytes.ts";
import {
  type ReadFile,
  readStatFields,
  readUptimeMs,
  startTicks,
  tickMs,
} from "../process/process-facts.ts";
import { readCommand } from "../process/processes-above.ts";

/** A look that meets a process in the moment of its end is made again. */
const triesMax = 3;

export interface TreeOptions {
  readonly read: ReadFile;
  readonly lost: readonly ProcessMark[];
  /** True of those that are left out, with all that is below them. */
  readonly isApart: (pid: number) => boolean;
  /** The process itself is among those below it, with all that it writes. */
  readonly isWhole: boolean;
}

/** As `ProcessTrees.read`. */
export function readTree(
  clock: Clock,
  root: ProcessMark,
  options: TreeOptions,
): TreeReading | undefined {
  let reading: TreeReading | undefined;
  for (let tries = 0; tries < triesMax && reading?.isSteady !== true; tries += 1) {
    const found = readOnce(clock, root, options);
    if (found === undefined) return undefined;
    if (found !== "changed") reading = found;
  }
  return reading;
}

function readOnce(
  clock: Clock,
  root: ProcessMark,
  { read, lost, isApart, isWhole }: TreeOptions,
): TreeReading | "changed" | undefined {
  const from = clock.wall();
  const bootAt = from - readUptimeMs();
  // Endings are read around the list: whoever comes and goes while it is made shows in them.
  const before = readEnds(root.pid, read);
  const listed = readBelow(root.pid, { read, lost, isApart });
  if (before === undefined || listed === "too_large") return undefined;
  if (listed === "changed") return listed;
  const members = isWhole ? [root.pid, ...listed.own] : listed.own;
  // The lowest first: what one brings its parent in its end must not be counted at both.
  const below = members.toReversed().map((pid) => readMember(pid, bootAt, read));
  const reaped = isWhole ? nothingReaped : readReaped(root.pid, read);
  const isSteady = isUnchanged(root.pid, listed, { read, lost });
  const after = readEnds(root.pid, read);
  if (after === undefined) return undefined;
  if ([before, after].some(({ startTicks }) => startTicks !== root.startTicks)) return undefined;
  if (!below.every((one) => one !== undefined)) return "changed";
  return {
    ...{ from, to: clock.wall() },
    ...{ endingsBefore: before.endings, endingsAfter: after.endings },
    below: below.toReversed(),
    ...(reaped === undefined ? {} : { reaped }),
    isSteady,
  };
}

/** Stands for a process without ended children to add: what they brought is in its own bytes. */
const nothingReaped = { least: { handed: 0, paged: 0 }, most: { handed: 0, paged: 0 } };

interface Below {
  /** Without the hooks that the agent calls and what these start. Parents come before their children. */
  readonly own: readonly number[];
  readonly all: readonly number[];
}

/** `changed`: one has gone while it was looked at. */
function readBelow(
  root: number,
  { read, lost, isApart }: Omit<TreeOptions, "isWhole">,
): Below | "changed" | "too_large" {
  const [own, all]: [number[], number[]] = [[], []];
  const parents = [root];
  const strays = lost.filter(
    ({ pid, startTicks: started }) => startTicks(pid) === started && !isApart(pid),
  );
  for (let parent = parents.shift(); parent !== undefined; parent = parents.shift()) {
    const pids = readChildren(parent, read);
    if (pids === undefined) return "changed";
    const fresh = pids.filter((pid) => !all.includes(pid));
    all.push(...fresh);
    if (all.length > limits.sessions.life.treeMax) return "too_large";
    const commands = fresh.filter((pid) => !isApart(pid) && !isWrapper(readCommand(pid)));
    own.push(...commands);
    parents.push(...commands);
    if (parents.length > 0) continue;
    // Processes that have lost their parent are looked at last: until then one may be found below another.
    const stray = strays.find(({ pid }) => !all.includes(pid))?.pid;
    if (stray === undefined) continue;
    own.push(stray);
    all.push(stray);
    parents.push(stray);
  }
  return { own, all };
}

/** True when the same processes are there as were listed. */
function isUnchanged(
  root: number,
  { own, all }: Below,
  { read, lost }: Pick<TreeOptions, "read" | "lost">,
): boolean {
  const now = [root, ...own].flatMap((parent) => readChildren(parent, read) ?? [-1]);
  const strays = lost.filter(({ pid }) => all.includes(pid) && !now.includes(pid));
  const alive = strays.filter(({ pid, startTicks: started }) => startTicks(pid) === started);
  const there = new Set([...now, ...alive.map(({ pid }) => pid)]);
  return there.size === all.length && all.every((pid) => there.has(pid));
}

/** Children of all its threads; `undefined` where one cannot be seen. */
function readChildren(pid: number, read: ReadFile): readonly number[] | undefined {
  const found: number[] = [];
  for (const thread of readThreads(pid)) {
    const children = read(`/proc/${pid}/task/${thread}/children`);
    if (children === undefined) return undefined;
    for (const child of children.split(" ")) if (child !== "") found.push(Number(child));
  }
  return found;
}

/** As `readStatFields` numbers them. */
const fieldOf = { state: 3, childFaults: 11, threads: 20, started: 22 } as const;

/** `endings`: grows when a child that has run is waited for; every program has some page faults. */
export function readEnds(
  pid: number,
  read: ReadFile,
): Pick<TreeProcess, "startTicks" | "endings"> | undefined {
  const stat = readStatFields(pid, read);
  if (stat === undefined) return undefined;
  const { field } = stat;
  return {
    startTicks: Number(field(fieldOf.started)),
    endings: Number(field(fieldOf.childFaults)),
  };
}

function readMember(pid: number, bootAt: number, read: ReadFile): TreeProcess | undefined {
  const bytes = readBytes(pid, read);
  const one = readProcess(pid, bootAt, read);
  // An ended process is closed to all but root, and the same for everybody.
  return one === undefined || bytes === undefined || one.hasEnded ? one : { ...one, bytes };
}

/** `undefined` when it is gone; without what it has written. */
export function readProcess(pid: number, bootAt: number, read: ReadFile): TreeProcess | undefined {
  const stat = readStatFields(pid, read);
  if (stat === undefined) return undefined;
  const { name, field } = stat;
  const startTicks = Number(field(fieldOf.started));
  const state = field(fieldOf.state);
  return {
    pid,
    startTicks,
    name,
    bornAt: (bootAt + startTicks * tickMs) as WallMs,
    hasEnded: state === "Z" || state === "X",
    // Every program that runs at all has some, and they are added to its parent when it is waited for.
    endings: Number(field(fieldOf.childFaults)),
    ranNs: readRanNs(pid, Number(field(fieldOf.threads)), read),
  };
}
