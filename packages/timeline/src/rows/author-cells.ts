import { type Author, type Confidence, unknownAuthor } from "@unf/core/timeline";
import { nonsense, parseCount, parseText, parseWord } from "../file/cell.ts";
import type { Cell } from "../file/driver.ts";

/** Columns: actor, confidence, session, turn, tool_call. */
export function parseAuthor(
  actor: unknown,
  confidence: unknown,
  session: unknown,
  turn: unknown,
  toolCall: unknown,
): Author {
  if (confidence === null) return unknownAuthor;
  return {
    agent: actor === null ? null : parseText(actor, "actor"),
    confidence: parseWord(confidence, confidences, "confidence"),
    session: session === null ? null : parseText(session, "session"),
    turn: turn === null ? null : parseTurn(turn),
    toolCall: toolCall === null ? null : parseCount(toolCall, "tool_call"),
  };
}

/** In the order of `parseAuthor`. Nobody is NULL in every column. */
export function authorCells(author: Author): readonly Cell[] {
  if (author.confidence === "unknown") return [null, null, null, null, null];
  const { agent, confidence, session, turn, toolCall } = author;
  return [agent, confidences.indexOf(confidence), session, turn, toolCall];
}

export function parseTurn(value: unknown): number {
  const turn = parseCount(value, "turn");
  if (turn === 0) throw nonsense("turn", value);
  return turn;
}

/** In the order of their numbers in the column. */
export const confidences: readonly Exclude<Confidence, "unknown">[] = [
  "hook",
  "process",
  "window",
  "ambiguous",
];
