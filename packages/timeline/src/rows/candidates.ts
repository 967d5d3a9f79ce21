import type { SnapshotId } from "@unf/core/base";
import type { Candidate } from "@unf/core/timeline";
import { parseCount, parseId, parseText } from "../file/cell.ts";
import type { Connection, Row } from "../file/driver.ts";

/** The columns `parseCandidate` expects. */
export const candidateColumns = "snapshot_id, session, turn, tool_call";

/** Candidates for the author of a row, in the order in which they were named. */
export function listCandidates(connection: Connection, id: SnapshotId): Candidate[] {
  return connection.statement(candidatesOf).all(id).map(parseCandidate);
}

export function insertCandidates(
  connection: Connection,
  id: SnapshotId,
  candidates: readonly Candidate[],
): void {
  const insert = connection.statement(newCandidate);
  for (const { session, turn, toolCall } of candidates) insert.run(id, session, turn, toolCall);
}

export function deleteCandidates(connection: Connection, id: SnapshotId): void {
  connection.statement(dropCandidates).run(id);
}

export function parseCandidate(row: Row): Candidate {
  parseId(row[0]);
  return {
    session: parseText(row[1], "session"),
    turn: row[2] === null ? null : parseCount(row[2], "turn"),
    toolCall: row[3] === null ? null : parseCount(row[3], "tool_call"),
  };
}

const candidatesOf = `SELECT ${candidateColumns} FROM candidates WHERE snapshot_id = ? ORDER BY id`;
const newCandidate = `INSERT INTO candidates (${candidateColumns}) VALUES (?, ?, ?, ?)`;
const dropCandidates = `DELETE FROM candidates WHERE snapshot_id = ?`;
