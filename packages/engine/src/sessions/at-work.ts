import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  type AgentProcess,
  type AgentProcesses,
  isProcessName,
  keyOfProcess,
} from "@unf/core/ports";
import type { WorkingSession } from "../attribution/writers.ts";
import { isSameProcess, type Known } from "./known-session.ts";

/** Sessions that are open, or have been within the time in which hooks may come late. */
export function sessionsAtWork(known: Iterable<Known>, now: WallMs): readonly Known[] {
  const since = now - limits.sessions.lateHookMs;
  return [...known].filter(({ state }) => state.endedAt === null || state.endedAt >= since);
}

/** As those who look for writers want to know them. `hookless`: those that run and have no hooks. */
export function sessionsWorking(
  atWork: readonly Known[],
  hookless: readonly WorkingSession[],
): readonly WorkingSession[] {
  const names = new Set(hookless.map(({ agentSession }) => agentSession));
  const others = atWork.filter(({ agentSession }) => !names.has(agentSession));
  return [...others.map(asWorking), ...hookless];
}

function asWorking({ state, agent, agentSession, turn, processes }: Known): WorkingSession {
  return { session: state.id, agent, agentSession, turn, processes };
}

/** Open sessions none of whose processes is left. */
export function goneSessions(
  open: readonly Known[],
  isAlive: (process: Known["processes"][number]) => boolean,
): readonly Known[] {
  return open.filter(
    ({ agentProcess, processes }) =>
      agentProcess !== undefined && !processes.some((one) => isAlive(one)),
  );
}

/** Gives who knows of which agents hooks tell: found out once, until other processes are at work. */
export function hookedAmong(
  atWork: () => readonly Known[],
  processes: Pick<AgentProcesses, "above">,
): (agent: AgentProcess) => boolean {
  const answers = new Map<string, boolean>();
  let before = "";
  return (agent) => {
    const now = atWork();
    const own = now.map((one) => [one.agentSession, ...one.processes.map(keyOfProcess)].join());
    if (own.join("\n") !== before) answers.clear();
    before = own.join("\n");
    const name = keyOfProcess(agent);
    const is = answers.get(name) ?? isHooked(agent, now, processes);
    answers.set(name, is);
    return is;
  };
}

/**
 * True where hooks tell of what the agent does: they were called by it, or by what it has started of
 * the same agent, or it was itself started in a session.
 */
function isHooked(
  agent: AgentProcess,
  atWork: readonly Known[],
  processes: Pick<AgentProcesses, "above">,
): boolean {
  return atWork.some(
    (known) =>
      !isProcessName(known.agentSession) &&
      known.processes.some(
        (own) =>
          isSameProcess(own, agent) ||
          agent.above.some((one) => isSameProcess(one, own)) ||
          (known.agent === agent.agent &&
            processes.above(own).some((one) => isSameProcess(one, agent))),
      ),
  );
}
