import { UnfError } from "../base/error.ts";

/** A turn by its number, or by the agent's own id of its prompt, or the beginning of that. */
export type TurnWord = number | string;

/**
 * The id, or the beginning of one, in `s-7f3a` or `7f3a`; any other word is what an agent calls a
 * session of its own, as in `claude --resume`, or the beginning of that. Throws `usage`.
 */
export function parseSessionWord(word: string): string {
  const id = readSessionWord(word);
  if (id !== undefined) return id;
  throw new UnfError("usage", `"${word.slice(0, 60)}" is not a session such as s-7f3a`, {
    hint: "unf sessions",
  });
}

/** As `parseSessionWord`; `undefined` of a word that names none. */
export function readSessionWord(word: string): string | undefined {
  const digits = /^(?:s-)?([0-9a-f]{1,64})$/i.exec(word)?.[1];
  if (digits !== undefined) return `s-${digits.toLowerCase()}`;
  return /^\w[\w:-]{3,255}$/.test(word) ? word : undefined;
}

/**
 * The number in `t-12` or `12`; `last` is the newest, and any other word is what an agent calls a prompt, as its hooks and its
 * transcript do, or the beginning of that. Throws `usage`.
 */
export function parseTurnWord(word: string): TurnWord {
  const id = readTurnWord(word);
  if (id !== undefined) return id;
  throw new UnfError("usage", `"${word.slice(0, 60)}" is not a turn such as t-12`, {
    hint: "unf turns",
  });
}

/**
 * True for what an agent calls a prompt in full, as Claude Code, Codex and OpenCode do, and nobody a file or
 * a label: `7f3a1c52-…` or `msg_…`. Where paths stand, too, only such a word is known for a turn by itself.
 */
export function isPromptName(word: string): boolean {
  return new RegExp(`^(?:${promptName})$`, "i").test(word);
}

/** For an expression without regard to case. */
export const promptName = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|msg_[0-9a-z]{16,64}";

/** As `parseTurnWord`; `undefined` of a word that names none. */
export function readTurnWord(word: string): TurnWord | undefined {
  if (word === "last") return word;
  const id = Number(/^(?:t-)?([1-9][0-9]{0,14})$/i.exec(word)?.[1]);
  if (!Number.isNaN(id)) return id;
  return /^\w[\w:-]{5,255}$/.test(word) && !/^t-\d*$/i.test(word) ? word : undefined;
}
