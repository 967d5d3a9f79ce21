import { type Session, type TimelineReader, type Turn, UnfError } from "@unf/core";

/**
 * The id, or the beginning of one, in `s-7f3a` or `7f3a`; any other word is what an agent calls a
 * session of its own, as in `claude --resume`. Throws `usage`.
 */
export function parseSessionWord(word: string): string {
  const digits = /^(?:s-)?([0-9a-f]{1,64})$/i.exec(word)?.[1];
  if (digits !== undefined) return `s-${digits.toLowerCase()}`;
  if (/^[\w-]{4,256}$/.test(word)) return word;
  throw new UnfError("usage", `"${word.slice(0, 60)}" is not a session such as s-7f3a`, {
    hint: "unf sessions",
  });
}

/** The number in `t-12` or `12`. Throws `usage`. */
export function parseTurnWord(word: string): number {
  const id = Number(/^(?:t-)?([1-9][0-9]{0,14})$/i.exec(word)?.[1]);
  if (!Number.isNaN(id)) return id;
  throw new UnfError("usage", `"${word.slice(0, 60)}" is not a turn such as t-12`, {
    hint: "unf turns",
  });
}

/** The session whose id begins so, or without an id the newest. Throws `not_found`. */
export function requireSession(timeline: TimelineReader, id: string | undefined): Session {
  if (id === undefined) {
    const [newest] = timeline.sessions({ limit: 1 });
    return newest ?? raise("no session of an agent was recorded");
  }
  // A name that an agent gave may be of hex digits, too.
  const found = timeline.session(id) ?? timeline.session(id.replace(/^s-/, ""));
  if (found !== undefined) return found;
  const alike = timeline
    .sessions({ limit: Number.MAX_SAFE_INTEGER })
    .filter((session) => session.id.startsWith(id));
  if (alike.length === 0) raise(`there is no session ${id}`);
  const names = alike.slice(0, 3).map((session) => session.id);
  return raise(`${alike.length} sessions begin with ${id}, such as ${names.join(" and ")},`);
}

/** The turn with this number, or without one the newest. Throws `not_found`. */
export function requireTurn(timeline: TimelineReader, id: number | undefined): Turn {
  const [newest] = id === undefined ? timeline.turns({ limit: 1 }) : [timeline.turn(id)];
  if (newest !== undefined) return newest;
  return raise(id === undefined ? "no turn of an agent was recorded" : `there is no t-${id}`);
}

function raise(what: string): never {
  throw new UnfError("not_found", `${what} in this project`, { hint: "unf sessions; unf turns" });
}
