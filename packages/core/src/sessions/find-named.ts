import { UnfError } from "../base/error.ts";
import type { SessionReader } from "../ports/timeline/sessions.ts";
import type { TurnWord } from "../time/session-word.ts";
import type { Session, Turn } from "../timeline/session.ts";

/** Fewer characters of an agent's own id do not name anything. */
const ownCharsMin = 6;

/**
 * The session whose id begins so, or that its agent calls so; of `last`, and without a word, the newest.
 * Throws `not_found`, also where several are meant.
 */
export function requireSession(timeline: SessionReader, word: string | undefined): Session {
  if (word === undefined || word === "last") {
    const [newest] = timeline.sessions({ limit: 1 });
    return newest ?? raise("no session of an agent was recorded");
  }
  // A name that an agent gave may be of hex digits, too.
  const own = word.replace(/^s-/, "");
  const found = timeline.session(word) ?? timeline.session(own);
  if (found !== undefined) return found;
  const all = timeline.sessions({ limit: Number.MAX_SAFE_INTEGER });
  const alike = all.filter(({ id }) => id.startsWith(word));
  const named = alike.length > 0 ? alike : namedSo(all, own);
  const [first, ...others] = named;
  if (first === undefined) return raise(`there is no session ${word}`);
  return others.length === 0 ? first : raise(several("sessions", word, named));
}

/** One for each name of the agents' own that begins so, the newest. */
function namedSo(sessions: readonly Session[], own: string): Session[] {
  if (own.length < ownCharsMin) return [];
  const names = new Map<string, Session>();
  for (const session of sessions) {
    const { agent, agentSession } = session;
    const isMeant = agentSession.toLowerCase().startsWith(own.toLowerCase());
    const key = JSON.stringify([agent, agentSession]);
    if (isMeant && !names.has(key)) names.set(key, session);
  }
  return [...names.values()];
}

/**
 * The turn with this number, or of the prompt that its agent calls so; of `last`, and without a word, the
 * newest. Throws `not_found`, also where several are meant.
 */
export function requireTurn(timeline: SessionReader, word: TurnWord | undefined): Turn {
  if (word === undefined || word === "last") {
    const [newest] = timeline.turns({ limit: 1 });
    return newest ?? raise("no turn of an agent was recorded");
  }
  const numbered = typeof word === "number" ? timeline.turn(word) : undefined;
  if (numbered !== undefined) return numbered;
  const own = String(word);
  const alike =
    own.length < ownCharsMin
      ? []
      : timeline
          .turns({ limit: Number.MAX_SAFE_INTEGER })
          .filter(({ promptId }) => promptId?.startsWith(own));
  const whole = alike.filter(({ promptId }) => promptId === own);
  const named = whole.length > 0 ? whole : alike;
  const [first, ...others] = named;
  if (first === undefined)
    return raise(
      typeof word === "number" ? `there is no t-${word}` : `no prompt is called ${word}`,
    );
  const signed = named.map(({ id }) => ({ id: `t-${id}` }));
  return others.length === 0 ? first : raise(several("turns", own, signed));
}

function several(what: string, word: string, found: readonly { readonly id: string }[]): string {
  const names = found.slice(0, 3).map(({ id }) => id);
  return `${found.length} ${what} begin with ${word}, such as ${names.join(" and ")},`;
}

function raise(what: string): never {
  throw new UnfError("not_found", `${what} in this project`, { hint: "unf sessions; unf turns" });
}
