import type { Questions } from "@unf/answers";
import { limits } from "@unf/core/config";
import type { HeldSession } from "@unf/core/sessions";
import { ask, type Told } from "../answer/ask.ts";
import { ToolFailure } from "../base/failure.ts";
import type { Host } from "../base/host.ts";
import type { Place } from "../input/place.ts";

export type Turn = Questions["turns"]["answer"]["turns"][number];

/**
 * Turns of the agent's own sessions in a project, the newest first, read as far as they are needed. Throws
 * `refused` where it is not known whose turns are the agent's own.
 */
export async function openOwnTurns(host: Host, { root }: Place): Promise<AsyncIterable<Turn>> {
  const sessions = await host.ownSessions(root);
  if (sessions.length > 0) return readTurns({ host, root, sessions });
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
export async function readBackTo(
  turns: AsyncIterable<Turn>,
  words: readonly string[],
): Promise<Turn[]> {
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

/** Which turns are read: those of these sessions. */
export interface TurnRange {
  readonly host: Host;
  readonly root: Place["root"];
  readonly sessions: readonly HeldSession[];
  /** Only older ones than this. */
  readonly before?: string | undefined;
  /** So many are read at once. */
  readonly rows?: number;
}

/** The newest first. */
async function* readTurns(range: TurnRange): AsyncGenerator<Turn> {
  for await (const { value } of readTurnPages(range)) yield* value;
}

/** The newest first, as many at once as it suits. */
export async function* readTurnPages(range: TurnRange): AsyncGenerator<Told<readonly Turn[]>> {
  const { sessions } = range;
  // Of one session and those that it was forked from each is older as a whole.
  if (sessions.filter(({ until }) => until === null).length === 1) {
    for (const session of sessions) yield* pagesOf(range, session);
    return;
  }
  // Those of several lie between each other: their numbers say in which order they began.
  const gathered: Turn[] = [];
  let warned: Told<unknown>["warned"] = {};
  for (const session of sessions)
    for await (const page of pagesOf(range, session)) {
      gathered.push(...page.value);
      warned = page.warned;
    }
  yield { value: gathered.sort((a, b) => numberOf(b) - numberOf(a)), warned };
}

async function* pagesOf(
  { host, root, before, rows: limit = pageRows }: TurnRange,
  { id: session, until }: HeldSession,
): AsyncGenerator<Told<readonly Turn[]>> {
  let cursor = before;
  do {
    const asked = { session, agent: undefined, since: undefined, limit, cursor };
    const { value, warned } = await ask(host, "turns", root, asked);
    yield { value: value.turns.filter(({ end }) => wasOver(end, until)), warned };
    cursor = value.next ?? undefined;
  } while (cursor !== undefined);
}

/** True for what had ended by the instant; `null`: whatever and whenever it was. */
export function wasOver(end: string | null, until: HeldSession["until"]): boolean {
  return until === null || (end !== null && Date.parse(end) <= until);
}

const pageRows = limits.mcp.rowsMax;

export function numberOf({ id }: Pick<Turn, "id">): number {
  return Number(id.slice(2));
}
