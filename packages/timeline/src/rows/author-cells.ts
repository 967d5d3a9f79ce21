import { type Author, type Confidence, unknownAuthor } from "@unf/core/timeline";
import { nonsense, oneOf, parseCount, parseText } from "../file/cell.ts";
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
    confidence: oneOf<Confidence>(confidence, confidences, "confidence"),
    session: session === null ? null : parseText(session, "session"),
    turn: turn === null ? null : parseTurn(turn),
    toolCall: toolCall === null ? null : parseCount(toolCall, "tool_call"),
  };
}

/** In the order of `parseAuthor`. Nobody is NULL in every column. */
export function authorCells(author: Author): readonly Cell[] {
  if (author.confidence === "unknown") return [null, null, null, null, null];
  const { agent, confidence, session, turn, toolCall } = author;
  return [agent, confidence, session, turn === null ? null : turnColumn(turn), toolCall];
}

/** The column was made for text; its digits compare equal to `turns.id`. */
export function turnColumn(turn: number): string {
  return String(turn);
}

export function parseTurn(value: unknown): number {
  const text = parseText(value, "turn");
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw nonsense("turn", value);
  return Number(text);
}

const confidences = new Set<unknown>([
  "hook",
  "process",
  "window",
  "ambiguous",
] satisfies Confidence[]);
