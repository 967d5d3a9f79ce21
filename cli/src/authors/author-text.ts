import type { ShownAuthor } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";

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
