import { type AbsPath, UnfError, type WallMs } from "@unf/core/base";
import type { AgentAct, AgentEvent, ToolUse } from "@unf/core/sessions";
import type { TellingPorts, ToldProcess } from "./ports.ts";

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
  process: ToldProcess = {},
): AgentEvent {
  return { ...own, at, what, ...process };
}

/** The one use of a tool in such a turn: a program that may write anything. */
export function shellUse(call: string, tool: string, command: string): ToolUse {
  return { call, tool, reach: { kind: "shell", command } };
}

/** The working directory; `null` when it was deleted, which is no reason to stop. */
export function readCwd(ports: Pick<TellingPorts, "cwd">): AbsPath | null {
  try {
    return ports.cwd();
  } catch (thrown) {
    if (thrown instanceof UnfError) return null;
    throw thrown;
  }
}
