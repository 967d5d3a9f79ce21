import { type AbsPath, absPathToColumn, pathToColumn } from "@unf/core/base";
import type {
  ArrivingHistory,
  ArrivingRow,
  ArrivingSession,
  BuiltTimeline,
} from "@unf/core/exchange";
import { stampColumn, timestampColumn } from "../file/column.ts";
import type { Cell, Connection, MayWrite } from "../file/driver.ts";
import type { ProjectIdentity } from "../file/identity.ts";
import { confidences } from "../rows/author-cells.ts";
import { takePathId } from "../rows/paths.ts";
import { causes, events } from "../rows/row.ts";
import { buildAnew, chunkRows } from "./build-anew.ts";

/**
 * Builds a timeline that begins with rows of another program's history: beside the one that is there,
 * whose rows come behind them with numbers that are so much higher, or out of nothing.
 */
export async function buildWithArrival(
  timeline: AbsPath,
  arrival: ArrivingHistory,
  create: ProjectIdentity | undefined,
  mayWrite: MayWrite,
  breathe: () => Promise<void>,
): Promise<BuiltTimeline> {
  return await buildAnew(timeline, create, { mayWrite, breathe }, async (fresh, dropIndexes) => {
    dropIndexes();
    if (create === undefined) await makeRoom(fresh, arrival, breathe);
    await writeArrival(fresh, arrival, breathe);
  });
}

/**
 * Every reference to a row moves with it. No two rows ever have one number: they pass below zero.
 * Checkpoints move on likewise where some arrive, because the highest number is the newest.
 */
async function makeRoom(
  connection: Connection,
  { rows: { length: rows }, marks: { length: marks } }: ArrivingHistory,
  breathe: () => Promise<void>,
): Promise<void> {
  await moveIds(connection, "versions", rows, breathe);
  await moveIds(connection, "thinned", rows, breathe);
  await moveIds(connection, "pruned", rows, breathe);
  for (const [table, column] of references) {
    connection.statement(`UPDATE ${table} SET ${column} = ${column} + ?`).run(rows);
    await breathe();
  }
  // Nothing was recorded before such a checkpoint, and nothing of what arrives belongs to it.
  connection
    .statement("UPDATE checkpoints SET snapshot_id = snapshot_id + ? WHERE snapshot_id > 0")
    .run(rows);
  if (marks > 0) await moveIds(connection, "checkpoints", marks, breathe);
}

async function moveIds(
  connection: Connection,
  table: "versions" | "thinned" | "pruned" | "checkpoints",
  by: number,
  breathe: () => Promise<void>,
): Promise<void> {
  const last = Number(connection.statement(`SELECT ifnull(max(id), 0) FROM ${table}`).get()?.[0]);
  const away = connection.statement(`UPDATE ${table} SET id = -id WHERE id BETWEEN ? AND ?`);
  const back = connection.statement(`UPDATE ${table} SET id = ? - id WHERE id BETWEEN ? AND ?`);
  for (let from = 1; from <= last; from += chunkRows) {
    away.run(from, from + chunkRows - 1);
    await breathe();
  }
  for (let from = 1; from <= last; from += chunkRows) {
    back.run(by, -(from + chunkRows - 1), -from);
    await breathe();
  }
  connection.statement("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?").run(by, table);
}

/** Columns that name a row, besides those that are computed anew. NULL stays NULL. */
export const references = [
  ["heads", "snapshot_id"],
  ["candidates", "snapshot_id"],
  ["turns", "before_id"],
  ["turns", "after_id"],
  ["operations", "before_id"],
  ["operations", "after_id"],
  ["steps", "from_snapshot"],
  ["steps", "to_snapshot"],
  ["bursts", "before_id"],
  ["forgettings", "up_to"],
  ["imports", "first_id"],
  ["imports", "last_id"],
  ["horizons", "from_id"],
  ["horizons", "to_id"],
  ["handovers", "before_id"],
  ["directories", "after_id"],
] as const;

async function writeArrival(
  connection: Connection,
  arrival: ArrivingHistory,
  breathe: () => Promise<void>,
): Promise<void> {
  const { sessions, marks, rows } = arrival;
  for (const session of sessions) connection.statement(newSession).run(...sessionCells(session));
  const insert = connection.statement(newRow);
  for (let from = 0; from < rows.length; from += chunkRows) {
    connection.transaction("IMMEDIATE", () => {
      for (const [index, row] of rows.slice(from, from + chunkRows).entries()) {
        const path = takePathId(connection, pathToColumn(row.path));
        insert.run(from + index + 1, path, ...rowCells(row, sessions));
      }
    });
    await breathe();
  }
  for (const [index, { label, at, row, files }] of marks.entries()) {
    connection.statement(newCheckpoint).run(index + 1, label, timestampColumn(at), row + 1, files);
  }
  connection
    .statement(newImport)
    .run(
      timestampColumn(arrival.at),
      arrival.source,
      absPathToColumn(arrival.origin),
      arrival.key,
      1,
      rows.length,
    );
}

function sessionCells({
  id,
  agent,
  agentSession,
  label,
  startedAt,
  endedAt,
}: ArrivingSession): Cell[] {
  return [id, agent, agentSession, label, timestampColumn(startedAt), timestampColumn(endedAt)];
}

/** A clock that is this far behind the row before is written down. As `commit` does. */
const skewNotedMs = 2000;

function rowCells(row: ArrivingRow, sessions: readonly ArrivingSession[]): Cell[] {
  const { counts } = row;
  const session = row.session === null ? undefined : sessions[row.session];
  return [
    row.hash === null ? null : Buffer.from(row.hash, "hex"),
    row.bytes,
    stampColumn(row.at),
    events.indexOf(row.event),
    ...(counts === null
      ? [null, null, null, null]
      : [counts.lines, counts.added, counts.removed, Number(counts.exact)]),
    row.mode,
    causes.indexOf(row.cause),
    session?.id ?? null,
    session?.agent ?? null,
    session === undefined ? null : confidences.indexOf("window"),
    row.skewMs >= skewNotedMs ? row.skewMs : null,
  ];
}

const newRow = `INSERT INTO versions (id, path, hash, size_bytes, stamp, event,
    line_count, lines_added, lines_removed, lines_exact, settled, mode, cause, session, actor,
    confidence, clock_skew_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)`;
const newSession = `INSERT INTO sessions (id, agent, agent_session, label, started_at, ended_at, ended_by)
  VALUES (?, ?, ?, ?, ?, ?, 'timeout')`;
const newCheckpoint = `INSERT INTO checkpoints (id, label, at, snapshot_id, files, pinned)
  VALUES (?, ?, ?, ?, ?, 1)`;
const newImport = `INSERT INTO imports (at, source, origin, key, first_id, last_id)
  VALUES (?, ?, ?, ?, ?, ?)`;
