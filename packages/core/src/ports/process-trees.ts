import type { AgentProcesses } from "./agent-processes.ts";
import type { ChargedFiles, OtherProcesses, TreeReading } from "./process-tree.ts";
import type { ProcessMark } from "./writer-probe.ts";

/** Asks the system which processes there are below one. */
export interface ProcessTrees {
  /**
   * `lost`: those that were below it before, which count still when they have lost their parent.
   * `undefined` where not all of it could be seen, or the process is gone.
   */
  read(root: ProcessMark, lost?: readonly ProcessMark[]): TreeReading | undefined;
  /** False once that very process has ended. */
  isAlive(process: ProcessMark): boolean;
  readonly files?: ChargedFiles;
  readonly others?: OtherProcesses;
  readonly agents?: AgentProcesses;
}
