import type { OopsQuestion } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { parseSessionWord, parseTurnWord } from "@unf/core/time";
import type { OopsFlags } from "./flags.ts";

/**
 * Reads from the flags what is to be taken back. Throws `usage` when they contradict each other.
 */
export function readQuestion(flags: OopsFlags): OopsQuestion {
  const agent = flags.agent ?? null;
  const named = (["turn", "last", "session", "burst"] as const).filter(
    (name) => flags[name] !== undefined && flags[name] !== false,
  );
  if (named.length > 1)
    throw new UnfError("usage", `--${named.join(" and --")} exclude each other`);
  if (agent !== null && (named[0] === "turn" || named[0] === "burst"))
    throw new UnfError("usage", `--agent has no meaning with --${named[0]}`);
  if (flags.turn !== undefined) return { kind: "turn", turn: parseTurnWord(flags.turn) };
  if (flags.session !== undefined) {
    const session = flags.session === "last" ? null : parseSessionWord(flags.session);
    return { kind: "session", session, agent };
  }
  if (flags.burst) return { kind: "burst" };
  return { kind: "last", count: flags.last ?? 1, agent };
}
