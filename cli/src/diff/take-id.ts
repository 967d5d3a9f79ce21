import { type OpenHome, openScope } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { requireSession, requireTurn } from "@unf/core/sessions";
import { parseSessionWord, parseTurnWord } from "@unf/core/time";
import type { Call } from "../frame/call/command.ts";
import type { DiffFlags, diffFlags } from "./flags.ts";

/** Flags, and the words that are instants or paths. */
export interface TakenId {
  readonly flags: DiffFlags;
  readonly words: readonly string[];
}

/** Moves an id that stands behind `--session` or `--turn` as a word of its own into the flag. */
export function takeId(
  { asker, flags, args }: Pick<Call<typeof diffFlags>, "args" | "asker" | "flags">,
  home: OpenHome,
): TakenId {
  const name = flags.session === "" ? "session" : flags.turn === "" ? "turn" : undefined;
  if (name === undefined) return { flags, words: args };
  const word =
    args.find((one) => shapes[name].test(one)) ??
    args.find((one) => isKnown(asker, home, name, one));
  if (word === undefined) return { flags, words: args };
  return { flags: { ...flags, [name]: word }, words: args.toSpliced(args.indexOf(word), 1) };
}

/** As most agents call their own. */
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}";

/** Such a word is an id, known or not; any other may be a file. */
const shapes = {
  session: new RegExp(`^(?:s-[0-9a-f]+|last|${uuid})$`, "i"),
  turn: new RegExp(`^(?:(?:t-)?[0-9]+|last|${uuid})$`, "i"),
};

/** True where an agent calls one so, or begins so to. */
function isKnown(
  asker: Call<typeof diffFlags>["asker"],
  home: OpenHome,
  name: keyof typeof shapes,
  word: string,
): boolean {
  try {
    const { timeline } = openScope(asker, home, []).reader;
    if (name === "session") requireSession(timeline, parseSessionWord(word));
    else requireTurn(timeline, parseTurnWord(word));
    return true;
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return false;
  }
}
