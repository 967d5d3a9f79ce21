import { invariant } from "../base/invariant.ts";

const shortest = 4;

/**
 * The id of a new session: `s-` and as many of the digits as make it one that is not taken, at least
 * four. `hex`: lower-case hex digits of which the first differ from session to session, as a digest's
 * do; 64 are more than enough.
 */
export function chooseSessionId(hex: string, isTaken: (id: string) => boolean): string {
  for (let length = shortest; length <= hex.length; length += 1) {
    const id = `s-${hex.slice(0, length)}`;
    if (!isTaken(id)) return id;
  }
  invariant(false, "no two sessions have the same digest");
}
