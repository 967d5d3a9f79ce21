import { type AbsPath, absPathToColumn, pathFromColumn, type WallMs } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type {
  NewSession,
  Session,
  SessionEnd,
  SessionPause,
  SessionQuery,
} from "@unf/core/timeline";
import { nonsense, oneOf, parseJson, parseText, parseTime } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";
import { wasSetBack } from "./point.ts";
import { stampOf } from "./words.ts";

// Sessions are few, a dozen a day: listings look at all of them.

const byTime = "started_at DESC, id DESC";
/** The newest row when a session began; of one that neither had a turn nor wrote, by its instant. */
const rowBefore = `coalesce(
  (SELECT min(t.before_id) FROM turns t WHERE t.session = sessions.id),
  (SELECT min(v.id) - 1 FROM versions v INDEXED BY versions_by_session
    WHERE v.session = sessions.id),
  (SELECT v.id FROM versions v NOT INDEXED
    WHERE v.stamp <= ${stampOf("sessions.started_at")} ORDER BY v.id DESC LIMIT 1),
  0)`;

/** The columns `parseSession` expects. */
export const sessionColumns = `id, agent, agent_session, cwd, label, parent, started_at, ended_at,
  ended_by, pauses`;

/** Newest first: in the order of happening, also where the clock was set back. */
export function listSessions(
  connection: Connection,
  { agent, since, before, limit }: SessionQuery,
): Session[] {
  const order = wasSetBack(connection) ? `${rowBefore} DESC, ${byTime}` : byTime;
  const sessions = connection
    .statement(`SELECT ${sessionColumns} FROM sessions ORDER BY ${order}`)
    .all()
    .map(parseSession);
  const last = before === undefined ? -1 : sessions.findIndex(({ id }) => id === before);
  if (before !== undefined && last < 0) return [];
  return sessions
    .slice(last + 1)
    .filter((session) => agent === undefined || session.agent === agent)
    .filter(({ endedAt }) => since === undefined || endedAt === null || endedAt >= since)
    .slice(0, limit);
}

/** By its id, by a prefix that no other id has, or by the agent's own name of it. */
export function readSession(connection: Connection, id: string): Session | undefined {
  const own = connection.statement(withId).get(id);
  if (own !== undefined) return parseSession(own);
  const [first, ...others] = connection.statement(withPrefix).all(id, `${id}\u{10ffff}`);
  if (first !== undefined) return others.length > 0 ? undefined : parseSession(first);
  const named = connection.statement(withName).get(id);
  return named === undefined ? undefined : parseSession(named);
}

/** The newest session that an agent calls so. */
export function readAgentSession(
  connection: Connection,
  agent: string,
  agentSession: string,
): Session | undefined {
  const row = connection.statement(withAgentSession).get(agent, agentSession);
  return row === undefined ? undefined : parseSession(row);
}

/** In the order in which they began. */
export function listUnended(connection: Connection): Session[] {
  return connection.statement(unended).all().map(parseSession);
}

export function insertSession(connection: Connection, session: NewSession): void {
  const { id, agent, agentSession, cwd, label, startedAt } = session;
  const place = cwd === null ? null : absPathToColumn(cwd);
  connection
    .statement(newSession)
    .run(id, agent, agentSession, place, label, forkCell(session), timestampColumn(startedAt));
}

/** Notes where the conversation of a session comes from, unless that is known. */
export function forkSession(
  connection: Connection,
  id: string,
  fork: Parameters<Timeline["setFork"]>[1],
): void {
  connection.statement(setFork).run(forkCell(fork), id, fork.parent);
}

/** `s-7f3a`, and behind a slash the last turn that both hold. */
function forkCell({ parent, sharedTurn }: Pick<NewSession, "parent" | "sharedTurn">) {
  return parent === null || sharedTurn === undefined ? parent : `${parent}/t-${sharedTurn}`;
}

function parseFork(value: unknown): Pick<Session, "parent" | "sharedTurn"> {
  if (value === null) return { parent: null };
  const [whole, parent = "", turn] =
    /^([^/]*)(?:\/t-(\d{1,15}))?$/.exec(parseText(value, "parent")) ?? [];
  if (whole === undefined) throw nonsense("parent", value);
  return turn === undefined ? { parent } : { parent, sharedTurn: Number(turn) };
}

/** Ends a session; one that is ended stays as it is. */
export function updateSession(
  connection: Connection,
  id: string,
  { at, by }: Parameters<Timeline["endSession"]>[1],
): void {
  connection.statement(endSession).run(timestampColumn(at), by, id);
}

/** Opens a session that ended; the time since then becomes a pause of it. */
export function reopenSession(connection: Connection, id: string, at: WallMs): void {
  connection.statement(reopen).run(timestampColumn(at), id);
}

export function parseSession(row: Row): Session {
  const pauses = row[9] === null ? undefined : parsePauses(row[9]);
  return {
    id: parseText(row[0], "session"),
    agent: parseText(row[1], "agent"),
    agentSession: parseText(row[2], "agent_session"),
    cwd: row[3] === null ? null : (pathFromColumn(parseText(row[3], "cwd")) as string as AbsPath),
    label: row[4] === null ? null : parseText(row[4], "label"),
    ...parseFork(row[5]),
    startedAt: parseTime(row[6]),
    endedAt: row[7] === null ? null : parseTime(row[7]),
    endedBy: row[8] === null ? null : oneOf<SessionEnd>(row[8], ends, "ended_by"),
    ...(pauses === undefined ? {} : { pauses }),
  };
}

function parsePauses(value: unknown): SessionPause[] {
  const list = parseJson(parseText(value, "pauses"), "pauses");
  if (!Array.isArray(list)) throw nonsense("pauses", value);
  return list.map((cells: unknown) => {
    if (!Array.isArray(cells)) throw nonsense("pauses", value);
    const [from, to, by] = cells;
    return {
      from: parseTime(from),
      to: parseTime(to),
      by: oneOf<SessionEnd>(by, ends, "pauses"),
    };
  });
}

const ends = new Set<unknown>(["session_end", "timeout"] satisfies SessionEnd[]);

const withId = `SELECT ${sessionColumns} FROM sessions WHERE id = ?`;
const withPrefix = `SELECT ${sessionColumns} FROM sessions WHERE id > ? AND id < ? LIMIT 2`;
const withAgentSession = `SELECT ${sessionColumns} FROM sessions
  WHERE agent = ? AND agent_session = ? ORDER BY started_at DESC, id DESC LIMIT 1`;
const withName = `SELECT ${sessionColumns} FROM sessions WHERE agent_session = ?
  ORDER BY started_at DESC, id DESC LIMIT 1`;
const unended = `SELECT ${sessionColumns} FROM sessions WHERE ended_at IS NULL
  ORDER BY started_at, id`;
const setFork = `UPDATE sessions SET parent = ? WHERE id = ? AND (parent IS NULL OR parent = ?)`;
const newSession = `INSERT INTO sessions (id, agent, agent_session, cwd, label, parent, started_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const reopen = `UPDATE sessions SET ended_at = NULL, ended_by = NULL,
  pauses = json_insert(coalesce(pauses, '[]'), '$[#]', json_array(ended_at, ?, ended_by))
  WHERE id = ? AND ended_at IS NOT NULL`;
const endSession = `UPDATE sessions SET ended_at = ?, ended_by = ? WHERE id = ? AND ended_at IS NULL`;
