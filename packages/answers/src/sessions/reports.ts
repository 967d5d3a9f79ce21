import type { StandingRestore, TakenBack } from "@unf/core/operations";
import type { TimelineReader } from "@unf/core/ports";
import type { Session, Turn } from "@unf/core/timeline";
import { readStandingRestores, readTakenBack } from "./taken-back.ts";
import { readTouched, type Touched } from "./touched.ts";

/** A session and what it did. */
export interface SessionReport {
  readonly session: Session;
  readonly turns: number;
  readonly touched: Touched;
  /** `undefined` when it stands. */
  readonly takenBack: TakenBack | undefined;
}

/** A turn and what it did. */
export interface TurnReport {
  readonly turn: Turn;
  /** `null` when the record of its session is lost. */
  readonly agent: string | null;
  readonly touched: Touched;
  /** `undefined` when it stands. */
  readonly takenBack: TakenBack | undefined;
}

/** `restores`: those of the project that stand, where several reports are made. */
export function reportSession(
  timeline: TimelineReader,
  session: Session,
  restores: readonly StandingRestore[] = readStandingRestores(timeline),
): SessionReport {
  return {
    session,
    turns: timeline.turns({ session: session.id, limit: Number.MAX_SAFE_INTEGER }).length,
    touched: readTouched(timeline, { session: session.id }),
    takenBack: readTakenBack(timeline, { session: session.id }, restores),
  };
}

/** `restores`: as for `reportSession`. */
export function reportTurn(
  timeline: TimelineReader,
  turn: Turn,
  restores: readonly StandingRestore[] = readStandingRestores(timeline),
): TurnReport {
  return {
    turn,
    agent: timeline.session(turn.session)?.agent ?? null,
    touched: readTouched(timeline, { turn: turn.id }),
    takenBack: readTakenBack(timeline, { turn: turn.id }, restores),
  };
}
