import type { AbsPath, SnapshotId, WallMs } from "../base/brand.ts";
import type { Reach } from "./reach.ts";

/** One conversation of an agent, which it may leave and take up again. */
export interface Session {
  /** `s-` and hex digits; unique in a timeline. */
  readonly id: string;
  readonly agent: string;
  /** The agent's own name of it, by which it is known again. */
  readonly agentSession: string;
  /** Where it worked at first; `null` when the agent does not say. */
  readonly cwd: AbsPath | null;
  /** The label it was given, else that of its first prompt; `null` before it. */
  readonly label: string | null;
  /** The session whose conversation or run it goes on with. */
  readonly parent: string | null;
  /** The last turn, of any session, that both conversations hold; 0: none; absent: not known. */
  readonly sharedTurn?: number;
  readonly startedAt: WallMs;
  /** `null` while it is open. */
  readonly endedAt: WallMs | null;
  readonly endedBy: SessionEnd | null;
  /** Spans between an end and the work that went on after it, oldest first; absent: none. */
  readonly pauses?: readonly SessionPause[];
}

export interface SessionPause {
  readonly from: WallMs;
  readonly to: WallMs;
  readonly by: SessionEnd;
}

export type SessionEnd = "session_end" | "timeout";

export type NewSession = Omit<Session, "endedAt" | "endedBy" | "pauses">;

/** One prompt of a session and the agent's answer. */
export interface Turn {
  /** Shown as `t-12`; counts up per project. */
  readonly id: number;
  readonly session: string;
  /** The prompt's first line, cut. */
  readonly label: string;
  /** The whole prompt, where the person wants it kept. */
  readonly prompt: string | null;
  /** The agent's own name of the prompt, unique in its session; absent where it tells none. */
  readonly promptId?: string;
  readonly startedAt: WallMs;
  /** The newest row just before it, of whomever; 0 when there was none. */
  readonly before: SnapshotId | 0;
  /** `null` while it is open, as the next two. */
  readonly endedAt: WallMs | null;
  readonly endedBy: TurnEnd | null;
  /** The newest row at its end, of whomever. */
  readonly after: SnapshotId | 0 | null;
}

export type TurnEnd = "stop" | "next_prompt" | SessionEnd;

/** How a turn ended; `after` as in `Turn`. */
export interface TurnClose {
  readonly at: WallMs;
  readonly by: TurnEnd;
  readonly after: SnapshotId | 0;
}

export type NewTurn = Omit<Turn, "id" | "endedAt" | "endedBy" | "after">;

/** One use of a tool. It can have written from `startedAt` to `endedAt`, both included. */
export interface ToolCall {
  readonly id: number;
  readonly session: string;
  /** `null` where the agent tells of no prompts. */
  readonly turn: number | null;
  /** The agent's own id of it, where it has one. */
  readonly agentCall: string | null;
  readonly tool: string;
  readonly reach: Reach;
  readonly startedAt: WallMs;
  /** `null` while it is open. */
  readonly endedAt: WallMs | null;
}

export type NewToolCall = Omit<ToolCall, "id">;

/** A session that is not ended: where a daemon that starts goes on. */
export interface OpenSession {
  readonly session: Session;
  /** The newest one, open or ended. */
  readonly turn: Turn | undefined;
  /** Those that are open. */
  readonly toolCalls: readonly ToolCall[];
}
