import type { WallMs } from "../base/brand.ts";
import type { SessionReader } from "../ports/timeline/sessions.ts";

/** A session, and how much of its work a conversation holds. */
export interface HeldSession {
  readonly id: string;
  /** Only what was over by then: the conversation was forked from it. `null`: everything. */
  readonly until: WallMs | null;
}

/** Sessions of which one goes on with the next; a chain that is longer is cut. */
const ancestorsMax = 32;

type Reader = Pick<SessionReader, "session" | "turn">;

/**
 * The sessions whose work the conversations of these hold: they themselves, and of each that one was
 * forked from what was over when the fork began, and at the end of the last turn that both hold, the
 * nearest first.
 */
export function readLineage(timeline: Reader, ids: readonly string[]): readonly HeldSession[] {
  const held = new Map<string, WallMs | null>(ids.map((id) => [id, null]));
  for (const id of ids)
    for (const { id: ancestor, until } of ancestorsOf(timeline, id)) {
      const known = held.get(ancestor);
      if (known === null || (known !== undefined && known >= until)) continue;
      held.set(ancestor, until);
    }
  return Array.from(held, ([id, until]) => ({ id, until }));
}

function* ancestorsOf(timeline: Reader, id: string) {
  let session = exactly(timeline, id);
  let until = Number.POSITIVE_INFINITY;
  const seen = new Set([id]);
  while (session !== undefined && session.parent !== null && seen.size <= ancestorsMax) {
    const { parent, startedAt, sharedTurn } = session;
    if (seen.has(parent)) return;
    seen.add(parent);
    until = Math.min(until, startedAt, endOf(timeline, sharedTurn));
    yield { id: parent, until: until as WallMs };
    session = exactly(timeline, parent);
  }
}

/** Nothing is held up to a turn of which nothing is known any more; up to an open one, whatever was over. */
function endOf(timeline: Reader, turn: number | undefined): number {
  if (turn === undefined) return Number.POSITIVE_INFINITY;
  const shared = timeline.turn(turn);
  return shared === undefined ? 0 : (shared.endedAt ?? Number.POSITIVE_INFINITY);
}

/** The timeline takes the beginning of an id, and an agent's own name, for one as well. */
function exactly(timeline: Reader, id: string) {
  const found = timeline.session(id);
  return found?.id === id ? found : undefined;
}
