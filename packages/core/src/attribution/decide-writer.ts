import type { OpenWriter, ProcessMark } from "../ports/writer-probe.ts";

/** A session, with the processes whose descendants do its work. */
export interface SessionProcesses {
  readonly session: string;
  readonly agent: string;
  /** The agent's own name of it. */
  readonly agentSession: string;
  readonly processes: readonly ProcessMark[];
}

/**
 * Of whose work a process is. `hint`: perhaps of that session, perhaps of nobody's; `stranger`: it is
 * none of these sessions'.
 */
export type WriterOrigin =
  | { readonly kind: "session"; readonly session: string }
  | { readonly kind: "hint"; readonly session: string }
  | { readonly kind: "stranger"; readonly to: readonly string[] };

/**
 * Decides whose work a process does: that of the session whose process is the nearest above it,
 * else that of the session which its environment names, or of the only one of the agent that it
 * names, if it may be an orphan of that one. Both are mere hints where a person may type: an agent
 * opens editors as well, and what was started from its shell carries the environment for life.
 * `undefined` where nothing can be told.
 */
export function decideWriter(
  writer: Omit<OpenWriter, "path">,
  sessions: readonly SessionProcesses[],
): WriterOrigin | undefined {
  const { lineage, session: named } = writer;
  const at = lineage.findIndex((ancestor) => sessions.some((one) => isOf(ancestor, one)));
  const nearest = lineage[at];
  if (nearest !== undefined) {
    const own = sessions.filter((one) => isOf(nearest, one));
    // Several sessions of one process: the writer may be of any of them.
    if (own[0] === undefined || own.length > 1) return undefined;
    return isTyped(writer, at) ? hintOf(own[0]) : ofSession(own[0]);
  }
  const candidates = sessions.filter((one) =>
    named === null ? one.agent === writer.agent : one.agentSession === named,
  );
  const [only] = candidates;
  if (named !== null || only !== undefined) {
    if (only === undefined || candidates.length > 1) return undefined;
    return isOrphan(writer, only) ? ofSession(only) : hintOf(only);
  }
  const to = sessions.filter((one) => isStranger(lineage, one)).map(({ session }) => session);
  return to.length === 0 ? undefined : { kind: "stranger", to };
}

function isOf(process: ProcessMark, { processes }: SessionProcesses): boolean {
  return processes.some((one) => isSame(one, process));
}

/** True where a person types in it, or in what is above it and below the process at that place. */
function isTyped({ lineage, typedIn }: Omit<OpenWriter, "path">, at: number): boolean {
  return lineage.slice(0, at).some((one) => typedIn && isSame(one, typedIn));
}

function ofSession({ session }: SessionProcesses): WriterOrigin {
  return { kind: "session", session };
}

function hintOf({ session }: SessionProcesses): WriterOrigin {
  return { kind: "hint", session };
}

/** True when it was started within the life of the session, and nobody types in it. */
function isOrphan(
  { lineage, isInteractive }: Omit<OpenWriter, "path">,
  session: SessionProcesses,
): boolean {
  return !isInteractive && session.processes.length > 0 && !isStranger(lineage, session);
}

/**
 * True when something above the writer is older than all of the session: nothing that the session
 * started can have got there, also not by losing its parent.
 */
function isStranger(lineage: readonly ProcessMark[], { processes }: SessionProcesses): boolean {
  if (processes.length === 0) return false;
  const oldest = Math.min(...processes.map(({ startTicks }) => startTicks));
  return lineage.some(({ startTicks }) => startTicks < oldest);
}

function isSame(a: ProcessMark, b: ProcessMark): boolean {
  return a.pid === b.pid && a.startTicks === b.startTicks;
}
