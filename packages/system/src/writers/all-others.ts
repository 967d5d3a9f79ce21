import { hooklessLimits } from "@unf/core/config";
import type { AgentsReading, Bystander, HiddenProcess, TreeProcess } from "@unf/core/ports";
import { readKernelParent } from "../process/kernel-threads.ts";
import { readBytes } from "../process/process-bytes.ts";
import { type ProcessStat, readProc, readStat } from "../process/process-facts.ts";
import type { ProcessList } from "../process/process-list.ts";
import { adopters } from "../process/session-variable.ts";
import { KeptFiles } from "./kept-files.ts";
import { readProcess } from "./read-tree.ts";

/** Looks at all processes outside some trees that may write files of this user. */
export interface AllOthers {
  /** `inTrees`: those that are not looked at. */
  read(all: ProcessList, inTrees: ReadonlySet<number>): Pick<AgentsReading, "others" | "hidden">;
}

/** To be called where there is a `/proc`. `recorder`: the process that, with all below it, is nobody. */
export function openAllOthers(recorder = process.pid): AllOthers {
  return new ProcAllOthers(recorder);
}

/**
 * `nobody`: the recorder's, the kernel's, or another user's without a terminal. `opaque`: another user's
 * at a terminal, as what `sudo` runs. `adopter`: waits for all that have lost their parent.
 */
type Kind = "own" | "opaque" | "adopter" | "nobody";

interface Known {
  readonly startTicks: number;
  readonly parent: number;
  readonly kind: Kind;
}

class ProcAllOthers implements AllOthers {
  readonly #recorder: number;
  readonly #kernel = readKernelParent();
  readonly #known = new Map<number, Known>();
  readonly #files = new KeptFiles();
  #looks = 0;

  constructor(recorder: number) {
    this.#recorder = recorder;
  }

  read(all: ProcessList, inTrees: ReadonlySet<number>): Pick<AgentsReading, "others" | "hidden"> {
    this.#makeOut(all);
    this.#looks += 1;
    const others: Bystander[] = [];
    const hidden: HiddenProcess[] = [];
    for (const [pid, { startTicks, parent, kind }] of this.#known) {
      if (kind === "nobody" || inTrees.has(pid)) continue;
      const bytes = kind === "own" ? readBytes(pid, this.#files.read) : undefined;
      if (bytes !== undefined) {
        others.push({ pid, startTicks, parent, bytes });
        continue;
      }
      // One that has ended and was not waited for hides as well: its bytes are nowhere yet.
      const one = readProcess(pid, 0, this.#files.read);
      if (one?.startTicks !== startTicks) this.#known.delete(pid);
      else hidden.push({ pid, startTicks, activity: activityOf(one, kind) });
    }
    // Nobody knows whom it waited for where the system hides it.
    if (!all.has(1)) hidden.push({ pid: 1, startTicks: 0, activity: this.#looks });
    this.#files.endLook();
    return { others, hidden };
  }

  #makeOut(all: ProcessList): void {
    for (const pid of this.#known.keys()) if (!all.has(pid)) this.#known.delete(pid);
    const fresh = [...all].filter((pid) => !this.#known.has(pid));
    for (const pid of fresh.slice(-hooklessLimits.madeOutMax)) {
      const stat = readStat(pid);
      if (stat === undefined) continue;
      const { startTicks, parent } = stat;
      this.#known.set(pid, { startTicks, parent, kind: this.#kindOf(pid, stat) });
    }
  }

  #kindOf(pid: number, stat: ProcessStat): Kind {
    if (pid === 1 || adopters.has(stat.name)) return "adopter";
    if (pid === this.#recorder || stat.parent === this.#recorder || stat.parent === this.#kernel)
      return "nobody";
    if (isOwn(pid)) return "own";
    return stat.terminal === 0 ? "nobody" : "opaque";
  }
}

/** It runs for its own business as well, as all the time that a service ends. */
function activityOf({ ranNs, endings }: TreeProcess, kind: Kind): number {
  return kind === "adopter" ? endings : ranNs + endings;
}

const own = process.geteuid?.();

function isOwn(pid: number): boolean {
  const status = readProc(`/proc/${pid}/status`) ?? "";
  const [, user] = /^Uid:\s+(\d+)/m.exec(status) ?? [];
  return user !== undefined && Number(user) === own;
}
