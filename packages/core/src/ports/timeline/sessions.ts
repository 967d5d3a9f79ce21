import type { WallMs } from "../../base/brand.ts";
import type { Reach } from "../../timeline/reach.ts";
import type {
  NewSession,
  NewToolCall,
  NewTurn,
  OpenSession,
  Session,
  SessionEnd,
  ToolCall,
  Turn,
  TurnClose,
} from "../../timeline/session.ts";
import type { SessionQuery, TurnQuery } from "../../timeline/session-query.ts";

/** The sessions of agents, their turns, and what tools they used. */
export interface SessionReader {
  sessions(query: SessionQuery): Session[];
  /** By its id, by a prefix of it that no other id has, or by the agent's own name of it. */
  session(id: string): Session | undefined;
  /** The session that an agent calls so: the newest, where an earlier program wrote several. */
  agentSession(agent: string, agentSession: string): Session | undefined;
  /** Sessions that are not ended, in the order in which they began. */
  openSessions(): OpenSession[];
  turns(query: TurnQuery): Turn[];
  turn(id: number): Turn | undefined;
  /** The turn of the prompt that the agent calls so. */
  turnOfPrompt(session: string, promptId: string): Turn | undefined;
  /** In the order in which they began. */
  toolCalls(of: { readonly session: string } | { readonly turn: number }): ToolCall[];
  toolCall(id: number): ToolCall | undefined;
}

/** Notes what agents tell of themselves. */
export interface SessionWriter {
  openSession(session: NewSession): void;
  /** One that is ended stays as it is; so with turns. */
  endSession(id: string, end: { readonly at: WallMs; readonly by: SessionEnd }): void;
  /** One that ended is open again from `at` on, and rested since its end; an open one stays as it is. */
  reopenSession(id: string, at: WallMs): void;
  /**
   * Where its conversation comes from. A parent that is known stays, and so does the turn up to which both
   * are one.
   */
  setFork(id: string, fork: { readonly parent: string; readonly sharedTurn?: number }): void;
  /** The first turn of a session without a label gives it one. A prompt that has a turn keeps it. */
  openTurn(turn: NewTurn): number;
  /** A turn that has no name of its prompt gets this one, unless another turn of its session has it. */
  nameTurn(id: number, promptId: string): void;
  endTurn(id: number, end: TurnClose): void;
  openToolCall(call: NewToolCall): number;
  /** `reach`: what it wrote, where its end tells more than its start. The first end counts. */
  endToolCall(id: number, end: { readonly at: WallMs; readonly reach?: Reach }): void;
}
