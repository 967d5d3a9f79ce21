import type { OpenWriter, ProcessMark } from "../ports/writer-probe.ts";

/** A session, with the processes whose descendants do its work. */
export interface SessionProcesses {
  readonly session: string;
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
 * Whose work a process does: that of the session whose process is the nearest above it, else that of
 * the session which its environment names, if it may be an orphan of that one. Else the environment
 * is a mere hint: an editor that was started from an agent's shell carries it for life. `undefined`
 * where nothing can be told.
 */
export function decideWriter(
  writer: Omit<OpenWriter, "path">,
  sessions: readonly SessionProcesses[],
): WriterOrigin | undefined {
  const { lineage, session: named } = writer;
  for (const ancestor of lineage) {
    const own = sessions.filter(({ processes }) => processes.some((one) => isSame(one, ancestor)));
    const [only] = own;
    // Several sessions of one process: the writer may be of any of them.
    if (only !== undefined) return own.length === 1 ? ofSession(only) : undefined;
  }
  const told = named === null ? [] : sessions.filter(({ agentSession }) => agentSession === named);
  if (named !== null) {
    const [only] = told;
    if (only === undefined || told.length > 1) return undefined;
    return isOrphan(writer, only) ? ofSession(only) : { kind: "hint", session: only.session };
  }
  const to = sessions.filter((one) => isStranger(lineage, one)).map(({ session }) => session);
  return to.length === 0 ? undefined : { kind: "stranger", to };
}

function ofSession({ session }: SessionProcesses): WriterOrigin {
  return { kind: "session", session };
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
