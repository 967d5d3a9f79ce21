import { type AbsPath, type MonoMs, relativeTo } from "@unf/core/base";
import { hooklessLimits } from "@unf/core/config";
import {
  type AgentProcess,
  type AgentProcesses,
  type AgentSigns,
  type AgentsReading,
  type Clock,
  keyOfProcess,
  type ProcessMark,
  type TreeReading,
} from "@unf/core/ports";
import { isTypedIn, mayBeTypedIn, readLineage } from "../process/lineage.ts";
import { readActivity } from "../process/process-activity.ts";
import { readOwnCpuMs, readStat } from "../process/process-facts.ts";
import { readProcessList } from "../process/process-list.ts";
import { adopters } from "../process/session-variable.ts";
import { readLink } from "../process/try-read.ts";
import { AgentFinder, isSame } from "./agent-finder.ts";
import { type AllOthers, openAllOthers } from "./all-others.ts";
import { KeptFiles } from "./kept-files.ts";
import { readTree } from "./read-tree.ts";

/** Finds agents by `/proc`; to be called where there is one. */
export function openAgentProcesses(clock: Clock, signs: AgentSigns): AgentProcesses {
  return new ProcAgents(clock, signs);
}

/** Stands for a process that has gone meanwhile. */
const nothing = { name: "", terminal: 0 };

interface At<T> {
  readonly at: MonoMs;
  readonly what: T;
}

class ProcAgents implements AgentProcesses {
  readonly #clock: Clock;
  readonly #signs: AgentSigns;
  readonly #finder: AgentFinder;
  readonly #files = new KeptFiles();
  readonly #others: AllOthers = openAllOthers();
  /** Processes below each agent at the last look, by `keyOfProcess`, as the next. */
  readonly #below = new Map<string, readonly ProcessMark[]>();
  /** Several projects may ask after the same agent. */
  readonly #activities = new Map<string, At<number | undefined>>();
  #shared: (At<AgentsReading> & { readonly key: string }) | undefined;

  constructor(clock: Clock, signs: AgentSigns) {
    this.#clock = clock;
    this.#signs = signs;
    this.#finder = new AgentFinder(clock, signs);
  }

  list(isPressing = true): readonly AgentProcess[] {
    const before = this.#finder.agents;
    const agents = this.#finder.list(isPressing);
    if (agents !== before) this.#forgetAllBut(agents);
    return agents;
  }

  activity(agent: ProcessMark): number | undefined {
    const key = keyOfProcess(agent);
    const now = this.#clock.mono();
    const known = this.#activities.get(key);
    if (known !== undefined && now - known.at < hooklessLimits.activitySharedMs) return known.what;
    const what = this.#readActivity(agent, key);
    this.#activities.set(key, { at: now, what });
    return what;
  }

  read(agents: readonly AgentProcess[]): AgentsReading {
    const key = agents.map(keyOfProcess).join();
    const now = this.#clock.mono();
    const shared = this.#shared;
    if (shared?.key === key && now - shared.at < hooklessLimits.sharedMs) return shared.what;
    const reading = this.#read(agents);
    this.#shared = { key, at: now, what: reading };
    return reading;
  }

  hasHooks(agent: string): boolean {
    return this.#signs.hasHooks(agent);
  }

  above({ pid, startTicks }: ProcessMark): readonly ProcessMark[] {
    const [own, ...above] = readLineage(pid).lineage;
    return own?.startTicks === startTicks ? above : [];
  }

  named(name: string): ProcessMark | undefined {
    return this.#finder.named(name);
  }

  mayEdit({ pid, startTicks }: ProcessMark, root: AbsPath): boolean {
    const stat = readStat(pid);
    // A process that has gone may have been anybody.
    if (stat?.startTicks !== startTicks) return true;
    const directory = (readLink(`/proc/${pid}/cwd`) ?? root) as AbsPath;
    if (relativeTo(root, directory) !== undefined || mayBeTypedIn(stat)) return true;
    // A process that has lost its parent and ended since may have been anybody's.
    if (pid === 1 || adopters.has(stat.name)) return true;
    // A person at a terminal names files anywhere; agents that work elsewhere are no persons.
    if (stat.terminal !== 0) return !this.#isAgents(pid);
    // Services stand at the top of everything.
    return relativeTo(directory, root) !== undefined && directory !== "/";
  }

  #isAgents(pid: number): boolean {
    const { lineage, typedIn } = readLineage(pid);
    const typedAt = lineage.findIndex((one) => typedIn !== null && isSame(one, typedIn));
    const nearer = typedAt < 0 ? lineage : lineage.slice(0, typedAt);
    return this.#finder.agents.some((agent) => nearer.some((one) => isSame(one, agent)));
  }

  #readActivity(agent: ProcessMark, key: string): number | undefined {
    const own = activityOf(agent);
    if (own === undefined) return undefined;
    const below = this.#below.get(key) ?? [];
    return below.reduce((sum, one) => sum + (activityOf(one) ?? 0), own);
  }

  #read(agents: readonly AgentProcess[]): AgentsReading {
    const from = this.#clock.wall();
    const begin = readOwnCpuMs();
    const all = readProcessList();
    const trees = new Map<string, TreeReading>();
    const inTrees = new Set<number>();
    const roots = new Set(this.#finder.agents.map(({ pid }) => pid));
    for (const agent of agents) {
      const key = keyOfProcess(agent);
      const isApart = (pid: number) =>
        pid !== agent.pid && (roots.has(pid) || isTypedIn(readStat(pid) ?? nothing));
      const options = {
        read: this.#files.read,
        lost: this.#below.get(key) ?? [],
        isApart,
        isWhole: true,
      };
      const tree = readTree(this.#clock, agent, options);
      // Of one that cannot be read nobody knows who is part of it: it is somebody who hides.
      inTrees.add(agent.pid);
      if (tree === undefined) continue;
      for (const { pid } of tree.below) inTrees.add(pid);
      if (tree.isSteady) trees.set(key, tree);
      const marks = tree.below.filter((one) => !one.hasEnded && one.pid !== agent.pid);
      this.#below.set(key, marks.slice(0, hooklessLimits.descendantsMax));
    }
    this.#files.endLook();
    const beside = this.#others.read(all, inTrees);
    const workMs = readOwnCpuMs() - begin;
    return { from, to: this.#clock.wall(), workMs, trees, ...beside };
  }

  #forgetAllBut(agents: readonly AgentProcess[]): void {
    const keys = new Set(agents.map(keyOfProcess));
    for (const kept of [this.#below, this.#activities])
      for (const key of kept.keys()) if (!keys.has(key)) kept.delete(key);
  }
}

function activityOf({ pid, startTicks }: ProcessMark): number | undefined {
  const now = readActivity(pid);
  return now?.startTicks === startTicks ? now.activity : undefined;
}
