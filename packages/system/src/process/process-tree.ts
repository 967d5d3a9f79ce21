import { readdirSync } from "node:fs";
import {
  type Clock,
  limits,
  type ProcessMark,
  type ProcessTrees,
  systemCode,
  type TreeProcess,
  type TreeReading,
  type WallMs,
} from "@unf/core";
import { isWrapper } from "./agent-process.ts";
import { isAlive, readProc } from "./process-facts.ts";
import { readCommand } from "./processes-above.ts";

/** Reads trees of processes from `/proc`; `undefined` where the system has none. */
export function openProcessTrees(clock: Clock): ProcessTrees | undefined {
  return process.platform === "linux" ? new ProcTrees(clock) : undefined;
}

/** Linux counts in hundredths of a second whatever its own clock does. */
const tickMs = 10;

/** A look that meets a process in the moment of its end is made again. */
const triesMax = 3;

class ProcTrees implements ProcessTrees {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  read(root: ProcessMark): TreeReading | undefined {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const reading = this.#readOnce(root);
      if (reading !== "changed") return reading;
    }
    return undefined;
  }

  isAlive(mark: ProcessMark): boolean {
    return isAlive(mark);
  }

  #readOnce(root: ProcessMark): TreeReading | "changed" | undefined {
    const from = this.#clock.wall();
    const bootAt = from - readUptimeMs();
    // Endings are read around the list: whoever comes and goes while it is made shows in them.
    const before = readProcess(root.pid, bootAt);
    const below = readBelow(root.pid, bootAt);
    const after = readProcess(root.pid, bootAt);
    if (before === undefined || below === "too_large" || after === undefined) return undefined;
    if ([before, after].some(({ startTicks }) => startTicks !== root.startTicks)) return undefined;
    if (below === "changed") return below;
    const to = this.#clock.wall();
    return { from, to, endingsBefore: before.endings, endingsAfter: after.endings, below };
  }
}

/** Without the hooks that the agent calls. `changed`: one has gone while it was looked at. */
function readBelow(root: number, bootAt: number): readonly TreeProcess[] | "changed" | "too_large" {
  const below: TreeProcess[] = [];
  const parents = [root];
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    const pids = readChildren(parent);
    if (pids === undefined) return "changed";
    if (below.length + pids.length > limits.sessions.life.treeMax) return "too_large";
    const children = pids.map((pid) => readProcess(pid, bootAt));
    if (!children.every((one) => one !== undefined)) return "changed";
    const own = children.filter(({ pid }) => !isWrapper(readCommand(pid)));
    below.push(...own);
    parents.push(...own.filter(({ hasEnded }) => !hasEnded).map(({ pid }) => pid));
  }
  return below;
}

function readUptimeMs(): number {
  return Number.parseFloat(readProc("/proc/uptime") ?? "0") * 1000;
}

/** Children of all its threads; `undefined` where one cannot be seen. */
function readChildren(pid: number): readonly number[] | undefined {
  const found: number[] = [];
  for (const thread of readThreads(pid)) {
    const children = readProc(`/proc/${pid}/task/${thread}/children`);
    if (children === undefined) return undefined;
    for (const child of children.split(" ")) if (child !== "") found.push(Number(child));
  }
  return found;
}

function readThreads(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return [];
  }
}

/** The fields of `/proc/PID/stat` behind the name that count from 3, as proc(5) numbers them. */
const fieldOf = { state: 3, childFaults: 11, started: 22 } as const;

function readProcess(pid: number, bootAt: number): TreeProcess | undefined {
  const text = readProc(`/proc/${pid}/stat`);
  const ran = readProc(`/proc/${pid}/schedstat`);
  if (text === undefined) return undefined;
  // The name stands in brackets and may itself hold brackets and spaces.
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  const field = (at: number): string => fields[at - 3] ?? "";
  const startTicks = Number(field(fieldOf.started));
  const state = field(fieldOf.state);
  return {
    pid,
    startTicks,
    name: text.slice(text.indexOf("(") + 1, end),
    bornAt: (bootAt + startTicks * tickMs) as WallMs,
    hasEnded: state === "Z" || state === "X",
    // Every program that runs at all has some, and they are added to its parent when it is waited for.
    endings: Number(field(fieldOf.childFaults)),
    ranNs: Number((ran ?? "0").split(" ")[0]),
  };
}
