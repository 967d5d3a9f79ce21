import { readdirSync, readlinkSync, statSync } from "node:fs";
import type { AbsPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type {
  Clock,
  OtherProcess,
  OtherProcesses,
  OthersReading,
  ProcessMark,
} from "@unf/core/ports";
import { nativePath } from "../disk/base/native-path.ts";
import { readKernelParent } from "../process/kernel-threads.ts";
import { readBytes, readRanNs } from "../process/process-bytes.ts";
import {
  type ProcessStat,
  type ReadFile,
  readStat,
  readUptimeMs,
  tickMs,
} from "../process/process-facts.ts";
import { adopters, readVariables, sessionIn } from "../process/session-variable.ts";
import { tryRead } from "../process/try-read.ts";
import { KeptFiles } from "./kept-files.ts";
import {
  isConcernedWith,
  isOwnProgram,
  type Place,
  standsAbove,
  standsIn,
  standsNear,
} from "./near-project.ts";
import { readEnds } from "./read-tree.ts";

/**
 * Looks at those who may write beside agents; to be called where there is a `/proc`. `recorder`: the
 * process that, with all below it, is nobody who works beside an agent.
 */
export function openOtherProcesses(clock: Clock, recorder = process.pid): OtherProcesses {
  return new ProcOthers(clock, recorder);
}

/** A process that was seen. `leftOut`: an agent's, the recorder's, or of the system itself. */
interface Known {
  readonly stat: ProcessStat;
  readonly bornAt: WallMs;
  isLeftOut: boolean;
  /** Asked at `concernAsked`, and no more once it is true. */
  isConcerned: boolean;
  /** It stands where nothing says that it works on something else; asked at the same time. */
  isUncommitted: boolean;
  concernAsked: number;
  /** As it was seen last: what has not changed is the same object, so that many looks take little. */
  last: OtherProcess | undefined;
}

class ProcOthers implements OtherProcesses {
  readonly #clock: Clock;
  readonly #recorder: number;
  readonly #kernel = readKernelParent();
  readonly #files = new KeptFiles();
  readonly #known = new Map<number, Known>();
  /** The agents by which that was told. */
  #agents = "";

  constructor(clock: Clock, recorder: number) {
    this.#clock = clock;
    this.#recorder = recorder;
  }

  read(
    root: AbsPath,
    agents: readonly ProcessMark[],
    below: readonly ProcessMark[],
  ): OthersReading {
    const from = this.#clock.wall();
    const uptime = readUptimeMs();
    this.#list(agents, below, from - uptime);
    const terminals = agents.map(
      ({ pid }) => (this.#known.get(pid)?.stat ?? readStat(pid))?.terminal ?? 0,
    );
    this.#askConcerns(root, uptime);
    const processes: OtherProcess[] = [];
    for (const [pid, known] of this.#known) {
      // A process that shares the agent's terminal is the shell that waits for it, or was left behind by it.
      const { terminal } = known.stat;
      if (known.isLeftOut || (terminal !== 0 && terminals.includes(terminal))) continue;
      const one = readOne(pid, known, { root, read: this.#files.read });
      if (one !== undefined) processes.push(one);
    }
    this.#files.endLook();
    return { from, to: this.#clock.wall(), processes };
  }

  openFiles({ pid, startTicks }: ProcessMark): readonly string[] {
    if (readStat(pid)?.startTicks !== startTicks) return [];
    const descriptors = tryRead(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
    return descriptors.flatMap((fd) => tryRead(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? []);
  }

  /** Those first who were never asked, or longest ago: each may have hundreds of files open. */
  #askConcerns(root: AbsPath, uptime: number): void {
    const { settleMs, concernEveryMs, concernsPerLook } = limits.sessions.life;
    const isDue = ({ isLeftOut, isConcerned, concernAsked, stat }: Known): boolean => {
      if (isLeftOut || isConcerned) return false;
      // A young process may become another program, and open what it works with only then.
      const isYoung = uptime - stat.startTicks * tickMs < settleMs;
      return isYoung || uptime - concernAsked >= concernEveryMs;
    };
    const due = [...this.#known].filter(([, known]) => isDue(known));
    due.sort(
      ([, a], [, b]) => a.concernAsked - b.concernAsked || b.stat.startTicks - a.stat.startTicks,
    );
    if (due.length === 0) return;
    const inode = tryRead(() => statSync(nativePath(root), { bigint: true }).ino) ?? 0n;
    for (const [pid, known] of due.slice(0, concernsPerLook)) {
      known.concernAsked = uptime;
      askConcern(pid, known, { root, inode });
    }
  }

  #list(agents: readonly ProcessMark[], below: readonly ProcessMark[], bootAt: number): void {
    const all = listProcesses();
    const there = new Set(all);
    for (const pid of this.#known.keys()) if (!there.has(pid)) this.#known.delete(pid);
    const unknown = all.filter((pid) => !this.#known.has(pid));
    const fresh = unknown.slice(0, limits.sessions.life.othersPerLook);
    for (const pid of fresh) {
      const stat = readStat(pid);
      if (stat === undefined) continue;
      const bornAt = (bootAt + stat.startTicks * tickMs) as WallMs;
      const concern = {
        isConcerned: false,
        isUncommitted: false,
        concernAsked: Number.NEGATIVE_INFINITY,
      };
      this.#known.set(pid, {
        stat,
        bornAt,
        ...concern,
        isLeftOut: false,
        last: undefined,
      });
    }
    const key = agents.map(({ pid, startTicks }) => `${pid} ${startTicks}`).join();
    const judged = key === this.#agents ? fresh : [...this.#known.keys()];
    this.#agents = key;
    // A process that was once below an agent is so for ever, also when it has lost its parent.
    const roots = new Set([this.#recorder, ...agents.map(({ pid }) => pid)]);
    for (const pid of judged) {
      const known = this.#known.get(pid);
      if (known !== undefined) known.isLeftOut ||= this.#isLeftOut(pid, known.stat, roots);
    }
    for (const { pid } of below) {
      const known = this.#known.get(pid);
      if (known !== undefined) known.isLeftOut = true;
    }
  }

  #isLeftOut(pid: number, stat: ProcessStat, roots: ReadonlySet<number>): boolean {
    if (roots.has(pid) || pid === this.#kernel) return true;
    let at = stat.parent;
    for (let count = 0; at > 1 && count < generationsMax; count += 1) {
      if (roots.has(at) || at === this.#kernel) return true;
      at = (this.#known.get(at)?.stat ?? readStat(at))?.parent ?? 0;
    }
    // A process that an agent has left behind carries its session, and nobody can type in it.
    return stat.terminal === 0 && this.#isOrphan(stat) && sessionIn(readVariables(pid)) !== null;
  }

  #isOrphan({ parent }: ProcessStat): boolean {
    return parent <= 1 || adopters.has(this.#known.get(parent)?.stat.name ?? "");
  }
}

function askConcern(pid: number, known: Known, place: Place): void {
  known.isLeftOut ||= isOwnProgram(pid);
  if (known.isLeftOut) return;
  const hasTerminal = known.stat.terminal !== 0;
  known.isConcerned = isConcernedWith(pid, place) || (!hasTerminal && standsIn(pid, place.root));
  known.isUncommitted = standsAbove(pid, place.root);
}

/** `undefined` of who stands where it works on something else, and of whom nothing is shown. */
function readOne(
  pid: number,
  known: Known,
  { root, read }: { readonly root: AbsPath; readonly read: ReadFile },
): OtherProcess | undefined {
  const { stat, bornAt, last } = known;
  const hasTerminal = stat.terminal !== 0;
  if (!hasTerminal && !known.isConcerned && !known.isUncommitted) return undefined;
  const bytes = readBytes(pid, read);
  if (bytes === undefined) return undefined;
  const isNear = known.isConcerned || (hasTerminal && standsNear(pid, root));
  const ranNs = isNear ? readRanNs(pid, 1, read) : 0;
  const endings = isNear && hasTerminal ? (readEnds(pid, read)?.endings ?? 0) : 0;
  const isSame =
    last?.bytes.handed === bytes.handed &&
    last.bytes.paged === bytes.paged &&
    last.ranNs === ranNs &&
    last.endings === endings &&
    last.isNear === isNear;
  const mark = { pid, startTicks: stat.startTicks, bornAt };
  if (!isSame) known.last = { ...mark, bytes, isNear, hasTerminal, ranNs, endings };
  return known.last;
}

/** Nobody has more processes above one. */
const generationsMax = 64;

/** The newest first. */
function listProcesses(): readonly number[] {
  const names = tryRead(() => readdirSync("/proc")) ?? [];
  return names
    .map(Number)
    .filter((pid) => pid > 0)
    .reverse();
}
