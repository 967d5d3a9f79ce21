import type { AbsPath, WallMs } from "../base/brand.ts";
import type { TreeReading, WrittenBytes } from "./process-tree.ts";
import type { ProcessMark } from "./writer-probe.ts";

/** A process of an agent's program, told by its executable, whether or not that agent has hooks. */
export interface AgentProcess extends ProcessMark {
  /** `claude-code`, `codex`, …; of one that no hooks are known of the name of its program. */
  readonly agent: string;
  /** A name that no other process has, also after the machine was started anew. */
  readonly name: string;
  /** When it was started, to 10 ms. */
  readonly bornAt: WallMs;
  /** Where it works. */
  readonly directory: AbsPath;
  /** Processes above it, the nearest first. */
  readonly above: readonly ProcessMark[];
}

/** Facts about a process by which its program is recognised. */
export interface ProgramFacts {
  /** Path of the file that the system runs. */
  readonly executable: string;
  /** Its command line, word by word. */
  readonly command: readonly string[];
  /** The file that a word of the command line names there; `undefined` where it names none. */
  readonly resolve: (word: string) => string | undefined;
}

/** Signs by which agents are known. */
export interface AgentSigns {
  /** The agent whose program this is. */
  readonly identify: (facts: ProgramFacts) => string | undefined;
  /** The agent that sets one of these variables (`NAME=value`) for what it starts. */
  readonly agentOf: (variables: readonly string[]) => string | undefined;
  /** As that of `AgentProcesses`. */
  readonly hasHooks: (agent: string) => boolean;
}

/** One look at agents and at everybody beside them. */
export interface AgentsReading {
  readonly from: WallMs;
  readonly to: WallMs;
  /** The processor time that it took: on a busy machine far less than passed meanwhile. */
  readonly workMs: number;
  /**
   * Each agent with all that is below it, by `keyOfProcess`: the agent itself is among `below`, another
   * agent that it started, with all of that, is not. Who could not be seen is left out.
   */
  readonly trees: ReadonlyMap<string, TreeReading>;
  readonly others: readonly Bystander[];
  readonly hidden: readonly HiddenProcess[];
}

/** A process of the same user outside the trees, at the moment of a look. */
export interface Bystander extends ProcessMark {
  /** The number of what is above it, or was when it was first seen. */
  readonly parent: number;
  /** With that of its children which have ended and were waited for. */
  readonly bytes: WrittenBytes;
}

/**
 * One that has written nobody knows how much: it hides that, is another user's at a terminal, or waits
 * for all that have lost their parent.
 */
export interface HiddenProcess extends ProcessMark {
  /** Grows whenever it, or a child of it that has ended, has run; of who waits only with the latter. */
  readonly activity: number;
}

/** Asks the system for agents that run. */
export interface AgentProcesses {
  /**
   * All of this user; one that has just been started may take some seconds to be among them, and some
   * more on a busy machine where nothing presses. Costs next to nothing while no process begins.
   */
  list(isPressing?: boolean): readonly AgentProcess[];
  /**
   * Grows whenever it, what is below it, or a child of these that has ended, has run for 10 ms; up to
   * half a second old. `undefined` once it is gone.
   */
  activity(agent: ProcessMark): number | undefined;
  /** Looks at them. Who asks again at once gets the same look. */
  read(agents: readonly AgentProcess[]): AgentsReading;
  /** Processes above one, the nearest first; empty when it is gone. */
  above(process: ProcessMark): readonly ProcessMark[];
  /** The process that has this name; `undefined` for what names none, or one of before a restart of the machine. */
  named(name: string): ProcessMark | undefined;
  /**
   * True where a person may edit files of `root` with it: it stands in a directory in `root` or above it
   * other than the top of everything, is an editor, or has a terminal and no agent above it. True of one
   * that has gone, and of who waits for all that have lost their parent.
   */
  mayEdit(process: ProcessMark, root: AbsPath): boolean;
  /** True where hooks of unf stand in the settings of that agent: it tells by itself when it begins. */
  hasHooks(agent: string): boolean;
}

/** True for the name of a process, as the name of its run that no hook has named. */
export function isProcessName(name: string): boolean {
  return /^process [0-9a-f]* \d+ \d+$/.test(name);
}

/** Tells a process from all others of one run of the machine. */
export function keyOfProcess({ pid, startTicks }: ProcessMark): string {
  return `${pid} ${startTicks}`;
}
