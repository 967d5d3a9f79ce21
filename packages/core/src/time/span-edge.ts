import { type Edge, malformed, type ParsedTime, type TimePurpose } from "./parsed-time.ts";
import { readSessionWord, readTurnWord } from "./session-word.ts";

/**
 * Reads `session:7f3a`, `s-7f3a.start`, `turn:12.end`, `t-12`, and after the colon what an agent calls
 * the session or the prompt, whose letters keep their case. Without an end named, that of `purpose` is
 * meant: the end for `until`, else the start.
 */
export function parseSpanEdge(text: string, purpose: TimePurpose): ParsedTime | undefined {
  const usual = purpose === "until" ? "end" : "start";
  const session = sessionShape.exec(text);
  if (session !== null) {
    const [, named, bare = named, edge] = session;
    const id = bare === undefined ? undefined : readSessionWord(bare);
    if (id === undefined && bare !== undefined) return malformed(wrongSession);
    return { kind: "session", id, edge: toEdge(edge) ?? usual };
  }
  const turn = turnShape.exec(text);
  if (turn === null) return undefined;
  const [, named, bare = named, edge] = turn;
  const id = bare === undefined ? undefined : readTurnWord(bare);
  if (id === undefined && bare !== undefined) return malformed(wrongTurn);
  return { kind: "turn", id, edge: toEdge(edge) ?? usual };
}

function toEdge(word: string | undefined): Edge | undefined {
  const edge = word?.toLowerCase();
  return edge === "start" || edge === "end" ? edge : undefined;
}

const sessionShape = /^\s*(?:session(?::(\S*?))?|(s-[0-9a-f]+))(?:\.(start|end))?\s*$/i;
const turnShape = /^\s*(?:turn(?::(\S*?))?|(t-\d+))(?:\.(start|end))?\s*$/i;

const wrongSession = "it names no session; write session:7f3a, or the agent's own id of it";
const wrongTurn =
  "it names no turn; they are numbered from turn:1, and the agent's own id of a prompt has six characters or more";
