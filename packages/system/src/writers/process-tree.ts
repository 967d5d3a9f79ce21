import type {
  AgentProcesses,
  AgentSigns,
  Clock,
  OtherProcesses,
  ProcessMark,
  ProcessTrees,
  TreeReading,
} from "@unf/core/ports";
import { isAlive } from "../process/process-facts.ts";
import { openAgentProcesses } from "./agent-processes.ts";
import { chargedFiles } from "./charged-files.ts";
import { KeptFiles } from "./kept-files.ts";
import { openOtherProcesses } from "./other-processes.ts";
import { readTree } from "./read-tree.ts";

/** Reads trees of processes from `/proc`; `undefined` where the system has none. */
export function openProcessTrees(clock: Clock, signs: AgentSigns): ProcessTrees | undefined {
  return process.platform === "linux" ? new ProcTrees(clock, signs) : undefined;
}

class ProcTrees implements ProcessTrees {
  readonly files = chargedFiles;
  readonly others: OtherProcesses;
  readonly agents: AgentProcesses;
  readonly #clock: Clock;
  readonly #files = new KeptFiles();

  constructor(clock: Clock, signs: AgentSigns) {
    this.others = openOtherProcesses(clock);
    this.agents = openAgentProcesses(clock, signs);
    this.#clock = clock;
  }

  read(root: ProcessMark, lost: readonly ProcessMark[] = []): TreeReading | undefined {
    const { read } = this.#files;
    const tree = readTree(this.#clock, root, { read, lost, isApart: () => false, isWhole: false });
    this.#files.endLook();
    return tree;
  }

  isAlive(mark: ProcessMark): boolean {
    return isAlive(mark);
  }
}
