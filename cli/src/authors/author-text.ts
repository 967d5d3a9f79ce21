import { escapeForDisplay } from "@unf/core";
import type { JsonObject } from "../frame/print/answer.ts";
import { turnName } from "../turns/turns-text.ts";
import type { ShownAuthor } from "./authors.ts";

/** Who wrote a row, as fields of a document. */
export function authorFields(author: ShownAuthor): JsonObject {
  const { type, name, confidence, session, turn, candidates } = author;
  return {
    author: { type, name, confidence },
    session,
    turn: turn === null ? null : turnName(turn),
    // Present only where several can have written it.
    ...(candidates.length === 0
      ? {}
      : {
          candidates: candidates.map((one) => ({
            session: one.session,
            turn: one.turn === null ? null : turnName(one.turn),
          })),
        }),
  };
}

/** `claude-code s-7f3a`, `you`, `unf`, `unknown`; of several `s-7f3a or s-80c1`, `s-7f3a or you`. */
export function authorText({ type, name, session, candidates }: ShownAuthor): string {
  if (type === "human") return "you";
  if (type !== "agent" && candidates.length === 0) return type;
  const sessions = [...new Set(candidates.map((one) => one.session))];
  // Where it is one session or somebody else, that is you, or a program that you started.
  const several = sessions.length === 1 ? [...sessions, "you"] : sessions;
  const where = session ?? several.join(" or ");
  const text = `${name === null ? "" : escapeForDisplay(name)} ${where}`.trim();
  return text === "" ? "an agent" : text;
}

/** For a column of its own, beside one for the session or turn: `claude-code`, `you`, `ambiguous`. */
export function authorWord({ type, name, confidence }: ShownAuthor): string {
  if (type === "human") return "you";
  if (type !== "agent" && confidence !== "ambiguous") return type;
  return confidence === "ambiguous" || name === null ? "ambiguous" : escapeForDisplay(name);
}
