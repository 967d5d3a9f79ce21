import type { OopsQuestion } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { isPromptName, parseSessionWord, parseTurnWord } from "@unf/core/time";
import type { OopsFlags } from "./flags.ts";

/**
 * Reads what is to be taken back: words such as `t-12`, and an agent's own names of prompts in full, are
 * turns, all others are paths (`./t-12` is a file). Throws `usage` when they contradict each other.
 */
export function readQuestion(words: readonly string[], flags: OopsFlags): OopsQuestion {
  if (flags.interactive && (flags.patch || flags.hunks !== undefined))
    throw new UnfError("usage", "-i and -p exclude each other");
  const turns = [...words.filter(isTurn), ...(flags.turn === undefined ? [] : [flags.turn])];
  const paths = words.filter((word) => !isTurn(word));
  return { ...readWork(turns, flags), ...(paths.length === 0 ? {} : { paths }) };
}

function readWork(turns: readonly string[], flags: OopsFlags): OopsQuestion {
  const agent = flags.agent ?? null;
  const named = [
    ...(turns.length === 0 ? [] : ["a turn" as const]),
    ...(["last", "session", "burst"] as const)
      .filter((name) => flags[name] !== undefined && flags[name] !== false)
      .map((name) => `--${name}` as const),
  ];
  if (named.length > 1) throw new UnfError("usage", `${named.join(" and ")} exclude each other`);
  if (agent !== null && (named[0] === "a turn" || named[0] === "--burst"))
    throw new UnfError("usage", `--agent has no meaning with ${named[0]}`);
  if (turns.length > 0) return { kind: "turns", turns: turns.map(parseTurnWord) };
  if (flags.session !== undefined) {
    const session = flags.session === "last" ? null : parseSessionWord(flags.session);
    return { kind: "session", session, agent };
  }
  if (flags.burst) return { kind: "burst" };
  return { kind: "last", count: flags.last ?? 1, agent };
}

function isTurn(word: string): boolean {
  return /^t-\d+$/i.test(word) || isPromptName(word);
}
