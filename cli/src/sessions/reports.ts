import type { Session, TimelineReader, Turn } from "@unf/core";
import { readTouched, type Touched } from "./touched.ts";

/** A session and what it did. */
export interface SessionReport {
  readonly session: Session;
  readonly turns: number;
  readonly touched: Touched;
}

/** A turn and what it did. */
export interface TurnReport {
  readonly turn: Turn;
  /** `null` when the record of its session is lost. */
  readonly agent: string | null;
  readonly touched: Touched;
}

export function reportSession(timeline: TimelineReader, session: Session): SessionReport {
  return {
    session,
    turns: timeline.turns({ session: session.id, limit: Number.MAX_SAFE_INTEGER }).length,
    touched: readTouched(timeline, { session: session.id }),
  };
}

export function reportTurn(timeline: TimelineReader, turn: Turn): TurnReport {
  return {
    turn,
    agent: timeline.session(turn.session)?.agent ?? null,
    touched: readTouched(timeline, { turn: turn.id }),
  };
}
