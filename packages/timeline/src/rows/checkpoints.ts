import type { Checkpoint, NewCheckpoint } from "@unf/core/timeline";
import { parseBytes, parseCount, parseFlag, parseText, parseTime } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";

/** The columns `parseCheckpoint` expects. `length` of a blob column does not read the blob. */
export const checkpointColumns =
  "id, label, message, at, snapshot_id, files, length(payload), pinned";

/** All of them, newest first. */
export function listCheckpoints(connection: Connection): Checkpoint[] {
  return connection.statement(newestFirst).all().map(parseCheckpoint);
}

export function newestCheckpoint(connection: Connection): Checkpoint | undefined {
  const row = connection.statement(newest).get();
  return row === undefined ? undefined : parseCheckpoint(row);
}

/** The caller's own copy; `undefined` when there is no such checkpoint or it has none. */
export function readPayload(connection: Connection, id: number): Uint8Array | undefined {
  const payload = connection.statement(payloadOf).get(id)?.[0];
  return payload === undefined || payload === null ? undefined : parseBytes(payload, "payload");
}

export function insertCheckpoint(connection: Connection, checkpoint: NewCheckpoint): number {
  const { label, message, at, snapshot, files, pinned, payload } = checkpoint;
  return connection
    .statement(newCheckpoint)
    .run(label, message, timestampColumn(at), snapshot, files, Number(pinned), payload).id;
}

/** False when there is no such checkpoint. */
export function deleteCheckpoint(connection: Connection, id: number): boolean {
  return connection.statement(dropCheckpoint).run(id).changes === 1;
}

/** False when there is no such checkpoint. */
export function updatePin(connection: Connection, id: number, pinned: boolean): boolean {
  return connection.statement(setPin).run(Number(pinned), id).changes === 1;
}

export function parseCheckpoint(row: Row): Checkpoint {
  return {
    id: parseCount(row[0], "id"),
    label: row[1] === null ? null : parseText(row[1], "label"),
    message: row[2] === null ? null : parseText(row[2], "message"),
    at: parseTime(row[3]),
    snapshot: parseCount(row[4], "snapshot_id") as Checkpoint["snapshot"],
    files: parseCount(row[5], "files"),
    payloadBytes: row[6] === null ? null : parseCount(row[6], "payload length"),
    pinned: parseFlag(row[7], "pinned"),
  };
}

const newestFirst = `SELECT ${checkpointColumns} FROM checkpoints ORDER BY id DESC`;
const newest = `${newestFirst} LIMIT 1`;
const newCheckpoint = `INSERT INTO checkpoints (label, message, at, snapshot_id, files, pinned, payload)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const setPin = `UPDATE checkpoints SET pinned = ? WHERE id = ?`;
const payloadOf = `SELECT payload FROM checkpoints WHERE id = ?`;
const dropCheckpoint = `DELETE FROM checkpoints WHERE id = ?`;
