import { type AuthorType, decideAuthorType, planPresence } from "@unf/core/attribution";
import type { WallMs } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import type { Candidate, Confidence, Snapshot } from "@unf/core/timeline";

/** The author of a row, as it is shown. */
export interface ShownAuthor {
  readonly type: AuthorType;
  /** The agent's name; `null` for others, and for one of several. */
  readonly name: string | null;
  readonly confidence: Confidence;
  readonly session: string | null;
  readonly turn: number | null;
  /** Candidates for it, when several can have written it. */
  readonly candidates: readonly Candidate[];
}

/** Says of a timeline's rows who wrote them. */
export interface Authors {
  /** False while nothing is known of agents: then there is nobody to tell apart. */
  readonly hasAgents: boolean;
  readonly of: (snapshot: Snapshot) => ShownAuthor;
}

/** As far as the sessions go that are recorded now. */
export function readAuthors(timeline: TimelineReader): Authors {
  const sessions = timeline.sessions({ limit: Number.MAX_SAFE_INTEGER });
  const isAgentAbout = planPresence(sessions);
  return {
    hasAgents: sessions.length > 0,
    of: (snapshot) => shownAuthor(timeline, snapshot, isAgentAbout),
  };
}

function shownAuthor(
  timeline: TimelineReader,
  snapshot: Snapshot,
  isAgentAbout: (at: WallMs) => boolean,
): ShownAuthor {
  const { author, at, id } = snapshot;
  const { agent, confidence, session, turn } = author;
  const candidates = confidence === "ambiguous" ? timeline.candidates(id) : [];
  return {
    type: decideAuthorType(snapshot, () => isAgentAbout(at), candidates),
    name: agent,
    confidence,
    session,
    turn,
    candidates,
  };
}
