import type { Questions } from "@unf/answers";
import { limits } from "@unf/core/config";
import { ask } from "../answer/ask.ts";
import { ToolFailure } from "../base/failure.ts";
import type { Host } from "../base/host.ts";
import type { Place } from "../input/place.ts";

export type Turn = Questions["turns"]["answer"]["turns"][number];

/** Turns of the agent's own sessions in a project, read the newest first and as far as they are needed. */
export interface OwnTurns {
  readonly sessions: readonly string[];
  readonly turns: AsyncIterable<Turn>;
}

/** Throws `refused` where it is not known whose turns are the agent's own. */
export async function openOwnTurns(host: Host, { root }: Place): Promise<OwnTurns> {
  const sessions = await host.ownSessions(root);
  if (sessions.length > 0) return { sessions, turns: readTurns(host, root, sessions) };
  throw new ToolFailure(
    "refused",
    "it is not known here which session is yours: no hook has told of it",
    "a person runs unf hook install, or allows it for all sessions: unf config set mcp.allow_others true",
  );
}

/**
 * All turns from the newest to the oldest of those that are called so. Throws `refused` where one of the words
 * is of none.
 */
export async function readBackTo({ turns }: OwnTurns, words: readonly string[]): Promise<Turn[]> {
  const missing = new Set(words);
  const read: Turn[] = [];
  for await (const turn of turns) {
    read.push(turn);
    for (const word of missing) if (isCalled(turn, word)) missing.delete(word);
    if (missing.size === 0) return read;
  }
  const [word = ""] = missing;
  throw new ToolFailure(
    "refused",
    `${word.slice(0, 100)} is no turn of your own session`,
    "unf_turns lists yours; a person takes back those of others with unf oops",
  );
}

/** By its number, or by the first characters of its prompt's own name. */
export function isCalled({ id, prompt_id: prompt }: Turn, word: string): boolean {
  const number = /^(?:t-)?([1-9]\d{0,14})$/i.exec(word)?.[1];
  return number === undefined ? prompt?.startsWith(word) === true : id === `t-${number}`;
}

async function* readTurns(
  host: Host,
  root: Place["root"],
  sessions: readonly string[],
): AsyncGenerator<Turn> {
  const all = sessions.map((session) => turnsOf(host, root, session));
  if (all.length === 1 && all[0] !== undefined) return yield* all[0];
  // Those of several sessions lie between each other: their numbers say in which order they began.
  const gathered: Turn[] = [];
  for (const turns of all) for await (const turn of turns) gathered.push(turn);
  yield* gathered.sort((a, b) => numberOf(b) - numberOf(a));
}

async function* turnsOf(host: Host, root: Place["root"], session: string): AsyncGenerator<Turn> {
  let cursor: string | undefined;
  do {
    const asked = { session, agent: undefined, since: undefined, limit: pageRows, cursor };
    const { value } = await ask(host, "turns", root, asked);
    yield* value.turns;
    cursor = value.next ?? undefined;
  } while (cursor !== undefined);
}

const pageRows = limits.mcp.rowsMax;

export function numberOf({ id }: Pick<Turn, "id">): number {
  return Number(id.slice(2));
}
