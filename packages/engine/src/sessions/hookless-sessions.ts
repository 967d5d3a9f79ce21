import type { WallMs } from "@unf/core/base";
import { type AgentProcess, type AgentProcesses, isProcessName } from "@unf/core/ports";
import type { AgentEvent } from "@unf/core/sessions";
import type { Attribution } from "../attribution/attribution.ts";
import { HooklessAgents, type Stretch } from "../attribution/hookless-agents.ts";
import { hookedAmong } from "./at-work.ts";
import { type Known, keyOf } from "./known-session.ts";
import type { SessionsPorts } from "./sessions-ports.ts";

/** The project's sessions, as those made from evidence need them. */
export interface HooklessNeeds {
  readonly known: ReadonlyMap<string, Known>;
  readonly atWork: () => readonly Known[];
  readonly receive: (event: AgentEvent) => Promise<boolean>;
  readonly end: (known: Known, at: WallMs) => Promise<boolean>;
  readonly attribution: () => Attribution;
}

/**
 * Agents without hooks in this project. The life of such a process is a session, named after it; a
 * stretch of its work is a turn of that, and while it rests the session has ended and nobody is about.
 */
export function openHookless(ports: SessionsPorts, needs: HooklessNeeds): HooklessAgents {
  const { trees, committer } = ports;
  const knownOf = ({ agent, name }: AgentProcess) => needs.known.get(keyOf(agent, name));
  const begin = async (agent: AgentProcess, writtenAt: number): Promise<void> => {
    await needs.receive(beginningOf(agent, writtenAt));
    const known = knownOf(agent);
    if (known !== undefined) noteOwnProcess(known, trees?.agents);
    needs.attribution().reconsider(writtenAt);
    committer.schedule();
  };
  return new HooklessAgents({
    ...ports,
    ...{ agents: trees?.agents, files: trees?.files },
    content: (hash) => committer.recorder.content(hash),
    isHooked: trees?.agents === undefined ? () => false : hookedAmong(needs.atWork, trees.agents),
    stretchOf: (agent) => stretchOf(knownOf(agent)),
    begin: (agent, at) => void begin(agent, at),
    rest: (agent, at) => {
      const known = knownOf(agent);
      if (known !== undefined) void needs.end(known, at);
    },
    onLooked: () => {
      needs.attribution().settle();
      committer.schedule();
    },
  });
}

/** A session that is named after its process is over with that. */
export function noteOwnProcess(known: Known, agents: AgentProcesses | undefined): void {
  if (!isProcessName(known.agentSession)) return;
  // Of before the machine was started anew: then it is certainly gone.
  const own = agents?.named(known.agentSession) ?? { pid: 0, startTicks: 0 };
  known.agentProcess = own;
  known.processes = [own];
}

/** The turn that is open; `undefined` while the agent rests. */
function stretchOf(known: Known | undefined): Stretch | undefined {
  if (known === undefined || known.turn === null) return undefined;
  const { id: session, endedAt, turn } = known.state;
  return endedAt === null && turn?.isOpen === true ? { session, turn: known.turn } : undefined;
}

/**
 * A stretch of work as a turn: nobody tells of prompts. It begins before what was written then, at a
 * whole millisecond.
 */
function beginningOf(
  { agent, name, directory: cwd, pid, startTicks: started }: AgentProcess,
  writtenAt: number,
): AgentEvent {
  const at = (Math.floor(writtenAt) - 1) as WallMs;
  const what = { kind: "prompt", text: "" } as const;
  return { agent, session: name, cwd, at, pid, started, what };
}
