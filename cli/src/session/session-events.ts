import type { AbsPath, WallMs } from "@unf/core/base";
import type { AgentAct, AgentEvent, ToolUse } from "@unf/core/sessions";

/** A session that a command keeps: of an agent without hooks, or of a script. */
export interface OwnSession {
  readonly agent: string;
  readonly session: string;
  readonly cwd: AbsPath | null;
}

/** An event of the session. `process`: the one whose children's writes are its own. */
export function eventOf(
  own: OwnSession,
  at: WallMs,
  what: AgentAct,
  process: Pick<AgentEvent, "pid" | "started"> = {},
): AgentEvent {
  return { ...own, at, what, ...process };
}

/** The one use of a tool in such a turn: a program that may write anything. */
export function shellUse(call: string, tool: string, command: string): ToolUse {
  return { call, tool, reach: { kind: "shell", command } };
}
