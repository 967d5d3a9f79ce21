import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { AbsPath, MonoMs, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { AgentSigns, Clock, OpenWriter, WriterProbe } from "@unf/core/ports";
import { readKernelParent } from "../process/kernel-threads.ts";
import { readLineage } from "../process/lineage.ts";
import { readStat } from "../process/process-facts.ts";
import { readVariables, sessionIn } from "../process/session-variable.ts";
import { tryRead } from "../process/try-read.ts";
import { QuietProcesses } from "./quiet-processes.ts";

/** Tells by `/proc` which processes write; `undefined` where the system has none. */
export function openWriterProbe(
  clock: Clock,
  agentOf: AgentSigns["agentOf"],
  bounds: ProbeBounds = limits.sessions.probe,
): WriterProbe | undefined {
  return process.platform === "linux" ? new ProcProbe(clock, agentOf, bounds) : undefined;
}

export type ProbeBounds = {
  readonly [bound in "workMs" | "perSecond" | "atOnce"]: number;
};

class ProcProbe implements WriterProbe {
  readonly #clock: Clock;
  readonly #agentOf: AgentSigns["agentOf"];
  readonly #bounds: ProbeBounds;
  readonly #kernel = readKernelParent();
  /** Looks that may be made now, and when that was so. */
  #left: number;
  #leftAt: MonoMs;
  /** The next look goes on below this number. */
  #next = Number.POSITIVE_INFINITY;
  readonly #quiet: QuietProcesses;
  /** Processes of other users. */
  readonly #hidden = new Set<number>();
  /** The parent of each process when that was first seen. */
  readonly #parents = new Map<number, number>();

  constructor(clock: Clock, agentOf: AgentSigns["agentOf"], bounds: ProbeBounds) {
    this.#clock = clock;
    this.#agentOf = agentOf;
    this.#bounds = bounds;
    this.#quiet = new QuietProcesses(clock.wall);
    this.#left = bounds.atOnce;
    this.#leftAt = clock.mono();
  }

  writersOf(
    paths: readonly AbsPath[],
    likely: readonly number[],
    since: WallMs,
  ): readonly OpenWriter[] {
    if (!this.#mayLook()) return [];
    const beganAt = this.#clock.mono();
    const isLate = (share: number): boolean =>
      this.#clock.mono() - beganAt >= share * this.#bounds.workMs;
    const all = this.#readProcesses(() => isLate(0.4));
    // Also of a look that has to stop for time: else who has gone would be remembered for ever.
    this.#quiet.beginLook(new Set(all));
    const { family, others } = this.#part(all, likely);
    const search: Search = { wanted: new Set<string>(paths), since, found: [], looked: 0 };
    for (const pid of family) {
      this.#look(pid, search);
      if (search.looked >= leastLooked && isLate(0.7)) break;
    }
    // The others, of whom a person's editor is one. This goes on where the look before had to stop,
    // so that several of them see all.
    search.looked = 0;
    for (const pid of others.filter((pid) => pid < this.#next)) {
      this.#look(pid, search);
      this.#next = pid;
      if (search.looked >= leastLooked && isLate(1)) return search.found;
    }
    this.#next = Number.POSITIVE_INFINITY;
    return search.found;
  }

  #look(pid: number, search: Search): void {
    const { wanted, since, found } = search;
    if (this.#hidden.has(pid) || this.#quiet.isQuiet(pid, since)) return;
    search.looked += 1;
    for (const path of this.#openFiles(pid, wanted)) {
      const above = readLineage(pid);
      if (above.lineage.length > 0) {
        const variables = readVariables(pid);
        const agent = this.#agentOf(variables) ?? null;
        found.push({ path, ...above, session: sessionIn(variables), agent });
      }
    }
  }

  #mayLook(): boolean {
    const now = this.#clock.mono();
    const { perSecond, atOnce } = this.#bounds;
    const grown = this.#left + ((now - this.#leftAt) * perSecond) / 1000;
    this.#left = Math.min(grown, atOnce);
    this.#leftAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** All there are, the newest first: commands of an agent are short-lived. */
  #readProcesses(isLate: () => boolean): readonly number[] {
    const all = readNames("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && pid !== process.pid)
      .sort((a, b) => b - a);
    const there = new Set(all);
    for (const pid of this.#hidden) if (!there.has(pid)) this.#hidden.delete(pid);
    for (const pid of this.#parents.keys()) if (!there.has(pid)) this.#parents.delete(pid);
    const fresh = all.filter((pid) => !this.#parents.has(pid));
    for (const [count, pid] of fresh.entries()) {
      if (count >= leastLooked && isLate()) break;
      this.#parents.set(pid, readStat(pid)?.parent ?? 0);
    }
    // Threads of the kernel hold no files, and are many.
    return all.filter((pid) => pid !== this.#kernel && this.#parents.get(pid) !== this.#kernel);
  }

  /** Those of `roots` with all that is below them, and the rest. */
  #part(all: readonly number[], roots: readonly number[]) {
    const isOfFamily = (of: number): boolean => {
      let pid = of;
      for (let count = 0; pid > 1 && count < limits.sessions.generationsMax; count += 1) {
        if (roots.includes(pid)) return true;
        pid = this.#parents.get(pid) ?? 0;
      }
      return false;
    };
    const { family = [], others = [] } = Object.groupBy(all, (pid) =>
      isOfFamily(pid) ? "family" : "others",
    );
    return { family, others };
  }

  /** Those of the paths that the process holds open for writing. */
  #openFiles(pid: number, wanted: ReadonlySet<string>): readonly AbsPath[] {
    const descriptors = tryRead(() => readdirSync(`/proc/${pid}/fd`));
    if (descriptors === undefined) {
      this.#hidden.add(pid);
      return [];
    }
    const open = new Set<AbsPath>();
    for (const fd of descriptors) {
      const path = tryRead(() => readlinkSync(`/proc/${pid}/fd/${fd}`));
      if (path !== undefined && wanted.has(path) && isForWriting(pid, fd))
        open.add(path as AbsPath);
    }
    return [...open];
  }
}

interface Search {
  readonly wanted: ReadonlySet<string>;
  readonly since: WallMs;
  readonly found: OpenWriter[];
  /** How many processes were looked at. */
  looked: number;
}

/** Processes that each part of a look covers at least, however busy the machine is. */
const leastLooked = 12;

/** The lowest two bits of the flags, in octal, say how it was opened; 0 is for reading only. */
function isForWriting(pid: number, fd: string): boolean {
  const info = tryRead(() => readFileSync(`/proc/${pid}/fdinfo/${fd}`, "latin1")) ?? "";
  const flags = /^flags:\s*([0-7]+)/m.exec(info)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & 3) !== 0;
}

function readNames(directory: string): readonly string[] {
  return tryRead(() => readdirSync(directory)) ?? [];
}
