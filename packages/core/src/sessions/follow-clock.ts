import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { SessionState } from "./session-state.ts";

/**
 * A session as it is to be understood by a clock that shows `now`. What was heard of it in the future
 * was heard before the clock was set back: its instants move back together, so far that everything that
 * happens from now on is later than they are, and is not taken for what came late or twice.
 */
export function followClock(state: SessionState, now: WallMs): SessionState {
  const { lastAt, endedAt, turn, calls, recent } = state;
  const newest = Math.max(lastAt, endedAt ?? 0);
  if (newest <= now + limits.sessions.clockSlackMs) return state;
  // A hook may come that late: nothing that happened since is moved behind.
  const byMs = newest - now + limits.sessions.lateHookMs;
  const back = (at: WallMs) => (at - byMs) as WallMs;
  return {
    ...state,
    lastAt: back(lastAt),
    endedAt: endedAt === null ? null : back(endedAt),
    turn: turn === null ? null : { ...turn, startedAt: back(turn.startedAt) },
    calls: calls.map((call) => ({ ...call, startedAt: back(call.startedAt) })),
    recent: recent.map((one) => ({ ...one, at: back(one.at) })),
  };
}
