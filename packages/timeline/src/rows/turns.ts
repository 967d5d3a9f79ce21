import type { SnapshotId } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type { NewTurn, Turn, TurnEnd, TurnQuery } from "@unf/core/timeline";
import { oneOf, parseCount, parseText, parseTime } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Cell, Connection, Row } from "../file/driver.ts";

/** The columns `parseTurn` expects. */
export const turnColumns = `id, session, label, prompt, started_at, before_id, ended_at, ended_by,
  after_id, prompt_id`;

/** Newest first. */
export function listTurns(connection: Connection, query: TurnQuery): Turn[] {
  const { session, agent, since, before, limit } = query;
  const parts = ["id < ?"];
  const cells: Cell[] = [before ?? Number.MAX_SAFE_INTEGER];
  if (session !== undefined) {
    parts.push("session = ?");
    cells.push(session);
  }
  if (agent !== undefined) {
    parts.push("session IN (SELECT id FROM sessions WHERE agent = ?)");
    cells.push(agent);
  }
  if (since !== undefined) {
    parts.push("(ended_at IS NULL OR ended_at >= ?)");
    cells.push(timestampColumn(since));
  }
  const sql = `SELECT ${turnColumns} FROM turns WHERE ${parts.join(" AND ")}
    ORDER BY id DESC LIMIT ?`;
  return connection
    .statement(sql)
    .all(...cells, limit)
    .map(parseTurn);
}

export function readTurn(connection: Connection, id: number): Turn | undefined {
  const row = connection.statement(withId).get(id);
  return row === undefined ? undefined : parseTurn(row);
}

/** The newest turn of a session, open or ended. */
export function readNewestTurn(connection: Connection, session: string): Turn | undefined {
  const row = connection.statement(newestOf).get(session);
  return row === undefined ? undefined : parseTurn(row);
}

/** The turn of a prompt by the agent's own name of it. */
export function readTurnOfPrompt(
  connection: Connection,
  session: string,
  promptId: string,
): Turn | undefined {
  const row = connection.statement(ofPrompt).get(session, promptId);
  return row === undefined ? undefined : parseTurn(row);
}

/**
 * Writes a turn; the first one of a session without a label labels it. A prompt that has a turn gets no
 * other: the id is then that turn's.
 */
export function insertTurn(connection: Connection, turn: NewTurn): number {
  const { session, label, prompt, promptId, startedAt, before } = turn;
  return connection.transaction("IMMEDIATE", () => {
    const known =
      promptId === undefined ? undefined : readTurnOfPrompt(connection, session, promptId);
    if (known !== undefined) return known.id;
    connection.statement(labelSession).run(label, session);
    return connection
      .statement(newTurn)
      .run(session, label, prompt, timestampColumn(startedAt), before, promptId ?? null).id;
  });
}

/** Names the prompt of a turn that has no name of it; a name stays with the turn that has it. */
export function namePrompt(connection: Connection, id: number, promptId: string): void {
  connection.statement(nameTurn).run(promptId, id, promptId);
}

/** Ends a turn; one that is ended stays as it is. */
export function updateTurn(
  connection: Connection,
  id: number,
  { at, by, after }: Parameters<Timeline["endTurn"]>[1],
): void {
  connection.statement(endTurn).run(timestampColumn(at), by, after, id);
}

export function parseTurn(row: Row): Turn {
  return {
    id: parseCount(row[0], "id"),
    session: parseText(row[1], "session"),
    label: parseText(row[2], "label"),
    prompt: row[3] === null ? null : parseText(row[3], "prompt"),
    startedAt: parseTime(row[4]),
    before: parseCount(row[5], "before_id") as SnapshotId | 0,
    endedAt: row[6] === null ? null : parseTime(row[6]),
    endedBy: row[7] === null ? null : oneOf<TurnEnd>(row[7], ends, "ended_by"),
    after: row[8] === null ? null : (parseCount(row[8], "after_id") as SnapshotId | 0),
    ...(row[9] === null ? {} : { promptId: parseText(row[9], "prompt_id") }),
  };
}

const ends = new Set<unknown>([
  "stop",
  "next_prompt",
  "session_end",
  "timeout",
] satisfies TurnEnd[]);

const withId = `SELECT ${turnColumns} FROM turns WHERE id = ?`;
const newestOf = `SELECT ${turnColumns} FROM turns WHERE session = ? ORDER BY id DESC LIMIT 1`;
const labelSession = `UPDATE sessions SET label = ? WHERE id = ? AND label IS NULL`;
const ofPrompt = `SELECT ${turnColumns} FROM turns WHERE session = ? AND prompt_id = ?`;
const newTurn = `INSERT INTO turns (session, label, prompt, started_at, before_id, prompt_id)
  VALUES (?, ?, ?, ?, ?, ?)`;
const nameTurn = `UPDATE turns SET prompt_id = ? WHERE id = ? AND prompt_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM turns o WHERE o.session = turns.session AND o.prompt_id = ?)`;
const endTurn = `UPDATE turns SET ended_at = ?, ended_by = ?, after_id = ?
  WHERE id = ? AND ended_at IS NULL`;
