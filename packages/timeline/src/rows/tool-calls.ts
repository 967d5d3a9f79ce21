import { type AbsPath, pathFromColumn, pathToColumn, type RelPath } from "@unf/core/base";
import type { Timeline, TimelineReader } from "@unf/core/ports";
import type { ClaimedPath, NewToolCall, Reach, ToolCall } from "@unf/core/timeline";
import { nonsense, parseCount, parseHash, parseJson, parseText, parseTime } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Cell, Connection, Row } from "../file/driver.ts";

/** The columns `parseToolCall` expects. */
export const toolCallColumns = `id, session, turn, agent_call, tool, reach, detail, started_at,
  ended_at`;

/** In the order in which they were told of. */
export function listToolCalls(
  connection: Connection,
  of: Parameters<TimelineReader["toolCalls"]>[0],
): ToolCall[] {
  const rows =
    "session" in of
      ? connection.statement(ofSession).all(of.session)
      : connection.statement(ofTurn).all(of.turn, of.turn);
  return rows.map(parseToolCall);
}

export function readToolCall(connection: Connection, id: number): ToolCall | undefined {
  const row = connection.statement(withId).get(id);
  return row === undefined ? undefined : parseToolCall(row);
}

/** Open calls of a session. */
export function listOpenCalls(connection: Connection, session: string): ToolCall[] {
  return connection.statement(openOf).all(session).map(parseToolCall);
}

export function insertToolCall(connection: Connection, call: NewToolCall): number {
  const { session, turn, agentCall, tool, reach, startedAt, endedAt } = call;
  const end = endedAt === null ? null : timestampColumn(endedAt);
  return connection
    .statement(newCall)
    .run(session, turn, agentCall, tool, ...reachCells(reach), timestampColumn(startedAt), end).id;
}

/** Ends a tool call; one that is ended stays as it is. */
export function updateToolCall(
  connection: Connection,
  id: number,
  { at, reach }: Parameters<Timeline["endToolCall"]>[1],
): void {
  const ended = timestampColumn(at);
  if (reach === undefined) connection.statement(endCall).run(ended, id);
  else connection.statement(endCallWith).run(ended, ...reachCells(reach), id);
}

export function parseToolCall(row: Row): ToolCall {
  return {
    id: parseCount(row[0], "id"),
    session: parseText(row[1], "session"),
    turn: row[2] === null ? null : parseCount(row[2], "turn"),
    agentCall: row[3] === null ? null : parseText(row[3], "agent_call"),
    tool: parseText(row[4], "tool"),
    reach: parseReach(row[5], row[6]),
    startedAt: parseTime(row[7]),
    endedAt: row[8] === null ? null : parseTime(row[8]),
  };
}

function parseReach(kind: unknown, detail: unknown): Reach {
  switch (kind) {
    case "paths":
      return { kind, paths: parseClaims(parseJson(parseText(detail, "detail"), "detail")) };
    case "shell":
      return { kind, command: parseText(detail, "detail") };
    case "nothing":
      return { kind };
    default:
      throw nonsense("reach", kind);
  }
}

function parseClaims(list: unknown): readonly ClaimedPath[] {
  if (!Array.isArray(list)) throw nonsense("detail", list);
  return list.map((claim: unknown): ClaimedPath => {
    if (typeof claim !== "object" || claim === null || !("path" in claim)) {
      throw nonsense("detail", claim);
    }
    const path = pathFromColumn(parseText(claim.path, "detail")) as string as AbsPath;
    return "hash" in claim ? { path, hash: parseHash(claim.hash) } : { path };
  });
}

/** Columns: reach, detail. */
function reachCells(reach: Reach): readonly [Cell, Cell] {
  switch (reach.kind) {
    case "paths": {
      const claims = reach.paths.map(({ path, hash }) => ({
        path: pathToColumn(path as string as RelPath),
        hash,
      }));
      return [reach.kind, JSON.stringify(claims)];
    }
    case "shell":
      return [reach.kind, reach.command];
    case "nothing":
      return [reach.kind, null];
  }
}

const withId = `SELECT ${toolCallColumns} FROM tool_calls WHERE id = ?`;
const ofSession = `SELECT ${toolCallColumns} FROM tool_calls WHERE session = ?
  ORDER BY started_at, id`;
const ofTurn = `SELECT ${toolCallColumns} FROM tool_calls
  WHERE session = (SELECT session FROM turns WHERE id = ?) AND turn = ? ORDER BY started_at, id`;
const openOf = `SELECT ${toolCallColumns} FROM tool_calls WHERE session = ? AND ended_at IS NULL
  ORDER BY started_at, id`;
const newCall = `INSERT INTO tool_calls (session, turn, agent_call, tool, reach, detail, started_at,
  ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const endCall = `UPDATE tool_calls SET ended_at = ? WHERE id = ? AND ended_at IS NULL`;
const endCallWith = `UPDATE tool_calls SET ended_at = ?, reach = ?, detail = ?
  WHERE id = ? AND ended_at IS NULL`;
