import { type BlobId, pathToColumn } from "@unf/core/base";
import type { Journal, JournalStep, StepState } from "@unf/core/timeline";
import {
  nonsense,
  parseCount,
  parseFlag,
  parseHash,
  parseId,
  parsePath,
  parseText,
} from "../file/cell.ts";
import type { Cell, Connection, Row } from "../file/driver.ts";

/** The columns `parseStep` expects. */
export const stepColumns = `file_path, from_kind, from_mode, from_hash, from_bytes, from_snapshot,
  from_rescue, from_digest, to_kind, to_mode, to_hash, to_bytes, to_snapshot, to_rescue, to_digest,
  temporary, failure`;

/** The steps of an operation, in the order of its plan. */
export function listSteps(
  connection: Connection,
  operation: number,
  from = 0,
  limit = Number.MAX_SAFE_INTEGER,
): JournalStep[] {
  return connection
    .statement(stepsOf)
    .all(operation, from, operation, operation, limit)
    .map(parseStep);
}

/** Of each operation that has any, what is kept of it. */
export function listJournals(connection: Connection): Journal[] {
  return connection
    .statement(journals)
    .all()
    .map((row) => ({
      operation: parseCount(row[0], "operation"),
      steps: parseCount(row[1], "steps"),
      hasRescues: parseFlag(row[2], "rescued"),
      isCut: parseCount(row[3], "position") > 0,
    }));
}

/** Steps of one transaction: some 10 ms. */
const droppedAtOnce = 1000;

/** The first steps go first: without them the others count no more. */
export function dropJournal(connection: Connection, operation: number): number {
  return connection.statement(dropFirst).run(operation, operation, droppedAtOnce).changes;
}

/** Writes steps of an operation, the first of them as the one `from`; to be called inside a transaction. */
export function insertSteps(
  connection: Connection,
  operation: number,
  steps: readonly Omit<JournalStep, "failure">[],
  from = 0,
): void {
  const insert = connection.statement(newStep);
  for (const [index, { path, from: stood, to, temporary }] of steps.entries()) {
    insert.run(
      operation,
      from + index,
      pathToColumn(path),
      ...sideCells(stood),
      ...sideCells(to),
      temporary === null ? null : pathToColumn(temporary),
    );
  }
}

/** Notes which steps were not carried out, and why; to be called inside a transaction. */
export function writeFailures(
  connection: Connection,
  operation: number,
  failures: ReadonlyMap<number, string>,
): void {
  const note = connection.statement(failStep);
  for (const [position, failure] of failures) note.run(failure, operation, position);
}

/** Notes what the copies among its rescues hold; to be called inside a transaction. */
export function writeDigests(
  connection: Connection,
  operation: number,
  digests: ReadonlyMap<number, BlobId>,
): void {
  const note = connection.statement(digestStep);
  for (const [position, digest] of digests) note.run(digest, operation, position);
}

/** Steps of an operation, from that one on, that change a file or a link and did not fail. */
export function countFiles(connection: Connection, operation: number, from = 0): number {
  return parseCount(connection.statement(fileSteps).get(operation, from)?.[0], "files");
}

/** The place of the step that would come next. */
export function nextPosition(connection: Connection, operation: number): number {
  return parseCount(connection.statement(endOfSteps).get(operation)?.[0], "position");
}

export function parseStep(row: Row): JournalStep {
  return {
    path: parsePath(row[0]),
    from: parseSide(row.slice(1, 8)),
    to: parseSide(row.slice(8, 15)),
    temporary: row[15] === null ? null : parsePath(row[15]),
    failure: row[16] === null ? null : parseText(row[16], "failure"),
  };
}

/** One for all: an operation may have hundreds of thousands of steps. */
const absent = { kind: "absent" } as const;

/** Columns: kind, mode, hash, bytes, snapshot, rescue, digest. */
function parseSide([kind, mode, hash, bytes, snapshot, rescue, digest]: Row): StepState {
  switch (kind) {
    case "absent":
      return absent;
    case "directory":
      return { kind, mode: parseCount(mode, "mode") };
    case "recorded":
      return {
        kind,
        hash: parseHash(hash),
        bytes: parseCount(bytes, "bytes"),
        mode: parseCount(mode, "mode"),
        snapshot: snapshot === null ? null : parseId(snapshot),
      };
    case "rescued":
      return {
        kind,
        operation: rescue === null ? null : parseCount(rescue, "rescue"),
        bytes: parseCount(bytes, "bytes"),
        mode: parseCount(mode, "mode"),
        ...(digest === null ? {} : { digest: parseHash(digest) }),
      };
    default:
      throw nonsense("kind", kind);
  }
}

/** In the order of `parseSide`. */
function sideCells(state: StepState): readonly Cell[] {
  switch (state.kind) {
    case "absent":
      return [state.kind, null, null, null, null, null, null];
    case "directory":
      return [state.kind, state.mode, null, null, null, null, null];
    case "recorded":
      return [state.kind, state.mode, state.hash, state.bytes, state.snapshot, null, null];
    case "rescued": {
      const { kind, mode, bytes, operation, digest = null } = state;
      return [kind, mode, null, bytes, null, operation, digest];
    }
  }
}

// Of one that is finished all steps are there, or the record goes; damage may have taken the first of another.
const stepsOf = `SELECT ${stepColumns} FROM steps WHERE operation = ?
  AND position >= ? AND (EXISTS (SELECT 1 FROM steps WHERE operation = ? AND position = 0)
    OR EXISTS (SELECT 1 FROM operations WHERE id = ? AND finished_at IS NULL))
  ORDER BY position LIMIT ?`;
const journals = `SELECT operation, count(*), max(from_kind = 'rescued' OR to_kind = 'rescued'), min(position)
  FROM steps GROUP BY operation ORDER BY operation`;
const dropFirst = `DELETE FROM steps WHERE id IN (SELECT s.id FROM steps s WHERE s.operation = ?
  AND EXISTS (SELECT 1 FROM operations WHERE id = ? AND finished_at IS NOT NULL)
  ORDER BY s.position LIMIT ?)`;
const newStep = `INSERT INTO steps (operation, position, file_path, from_kind, from_mode, from_hash,
  from_bytes, from_snapshot, from_rescue, from_digest, to_kind, to_mode, to_hash, to_bytes, to_snapshot,
  to_rescue, to_digest, temporary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const digestStep = `UPDATE steps SET from_digest = ? WHERE operation = ? AND position = ?
  AND from_kind = 'rescued'`;
const failStep = `UPDATE steps SET failure = ? WHERE operation = ? AND position = ?`;
const endOfSteps = `SELECT coalesce(max(position) + 1, 0) FROM steps WHERE operation = ?`;
const fileSteps = `SELECT count(*) FROM steps WHERE operation = ? AND position >= ?
  AND failure IS NULL
  AND (from_bytes IS NOT NULL OR to_bytes IS NOT NULL)`;
