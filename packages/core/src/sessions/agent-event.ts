import type { AbsPath, WallMs } from "../base/brand.ts";
import type { Reach } from "../timeline/reach.ts";

/** Event that a hook of a coding agent told, in one form for all agents. */
export interface AgentEvent {
  /** `claude-code`, `codex`, …; for `unf exec` what `--agent` says. At most 64 characters of a name. */
  readonly agent: string;
  /** The agent's own name for its session, opaque; at most 256 characters. */
  readonly session: string;
  /** The sub-agent that did it, where the agent says so. */
  readonly subagent?: string;
  /** The agent's own id of the prompt that this belongs to, where it says so; at most 256 characters. */
  readonly prompt?: string;
  /** When the hook was called. */
  readonly at: WallMs;
  /** Where the agent works; `null` when it does not say. */
  readonly cwd: AbsPath | null;
  /** Process of the agent itself, where it is known: what its children write is its work. */
  readonly pid?: number;
  /** When that process was started, in clock ticks since boot. Without it the number says nothing. */
  readonly started?: number;
  readonly what: AgentAct;
}

export type AgentAct =
  | SessionStart
  | { readonly kind: "session_end" }
  /** Opens a turn, and ends the one before. */
  | { readonly kind: "prompt"; readonly text: string }
  /** Ends the turn. */
  | { readonly kind: "stop" }
  | { readonly kind: "tool_start"; readonly use: ToolUse }
  | { readonly kind: "tool_end"; readonly use: ToolUse };

/** May come again, once more is known of where the conversation comes from. */
export interface SessionStart {
  readonly kind: "session_start";
  /** The session whose conversation goes on under this new name. */
  readonly resumes?: string;
  /** The agent's own ids of prompts, or of uses of tools, that the conversation holds, in their order: the last of them. */
  readonly holds?: readonly string[];
  /** It goes on with another one, and cannot be read yet. */
  readonly isUnread?: true;
}

export interface ToolUse {
  /** The agent's own id of the call; `null` where it has none: start and end then pair by tool and reach. */
  readonly call: string | null;
  readonly tool: string;
  readonly reach: Reach;
  /** It ended without having done what it was called for: it failed, or was refused. */
  readonly failed?: true;
}
