import { type BlobId, invariant } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type { JournalStep, Operation, OperationKind, OperationState } from "@unf/core/timeline";
import { oneOf, parseCount, parseText, parseTime, parseWords } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";
import { isDiskFailure } from "../file/failure.ts";
import { hasSurvived } from "../file/survived.ts";
import { countFiles, insertSteps, nextPosition, writeDigests, writeFailures } from "./steps.ts";

/** The columns `parseOperation` expects. */
export const operationColumns = `id, kind, started_at, finished_at, argv, before_id, after_id, plan,
  inverts, state, files`;

/** Newest first; with `before`, only operations older than that one. */
export function listOperations(
  connection: Connection,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
): Operation[] {
  return connection.statement(newestBefore).all(before, limit).map(parseOperation);
}

export function readOperation(connection: Connection, id: number): Operation | undefined {
  const row = connection.statement(withId).get(id);
  return row === undefined ? undefined : parseOperation(row);
}

/** Operations that a crash left, oldest first. Looks at every operation: they are few. */
export function listUnfinished(connection: Connection): Operation[] {
  return connection.statement(unfinished).all().map(parseOperation);
}

/** Writes an operation with all its steps, or nothing. */
export function insertOperation(
  connection: Connection,
  operation: Parameters<Timeline["startOperation"]>[0],
  steps: readonly Omit<JournalStep, "failure">[],
): number {
  const { kind, startedAt, argv, before, plan, inverts } = operation;
  return connection.transaction("IMMEDIATE", () => {
    const { id } = connection
      .statement(newOperation)
      .run(kind, timestampColumn(startedAt), JSON.stringify(argv), before, plan, inverts);
    insertSteps(connection, id, steps);
    connection.statement(setFiles).run(countFiles(connection, id), id);
    return id;
  });
}

/** Adds steps to an operation that is staged, or nothing. */
export function extendOperation(
  connection: Connection,
  id: number,
  steps: readonly Omit<JournalStep, "failure">[],
): void {
  connection.transaction("IMMEDIATE", () => {
    invariant(readOperation(connection, id)?.state === "staging", `op-${id} takes no more steps`);
    const from = nextPosition(connection, id);
    insertSteps(connection, id, steps, from);
    connection.statement(addFiles).run(countFiles(connection, id, from), id);
  });
}

/**
 * Makes `staging` to `committed`; one that is committed stays so. When it returns, a power cut cannot
 * take that back. When it throws, a fresh read says how far it came: what it then shows as `committed`
 * could not be made durable.
 */
export function commitOperation(
  connection: Connection,
  id: number,
  copies: ReadonlyMap<number, BlobId> = new Map(),
): void {
  const isCommitted = () => readOperation(connection, id)?.state === "committed";
  try {
    connection.transaction("IMMEDIATE", () => {
      connection.statement(decide).run(id);
      writeDigests(connection, id, copies);
      invariant(isCommitted(), `op-${id} is committed out of staging`);
    });
  } catch (thrown) {
    if (!isDiskFailure(thrown) || !hasSurvived(connection, isCommitted)) throw thrown;
  }
}

/** Ends an operation; one that is ended already stays as it is. */
export function updateOperation(
  connection: Connection,
  id: number,
  end: Parameters<Timeline["finishOperation"]>[1],
): void {
  connection.transaction("IMMEDIATE", () => {
    const operation = readOperation(connection, id);
    if (operation === undefined || operation.finishedAt !== null) return;
    const { before } = operation;
    writeFailures(connection, id, end.failures ?? new Map());
    const newest = connection.statement(newestRow).get(before, id);
    const after = newest === undefined ? before : parseCount(newest[0], "id");
    const isWhole = end.state === "done" && operation.files > 0 && !end.failures?.size;
    // They were counted as they were written; of hundreds of thousands, to count takes a while.
    const counted = () => (isWhole ? operation.files : countFiles(connection, id));
    const files = end.state === "abandoned" ? 0 : counted();
    connection.statement(finish).run(timestampColumn(end.at), end.state, after, files, id);
  });
}

export function parseOperation(row: Row): Operation {
  return {
    id: parseCount(row[0], "id"),
    kind: oneOf<OperationKind>(row[1], kinds, "kind"),
    startedAt: parseTime(row[2]),
    finishedAt: row[3] === null ? null : parseTime(row[3]),
    argv: parseWords(row[4]),
    before: parseCount(row[5], "before_id"),
    after: row[6] === null ? null : parseCount(row[6], "after_id"),
    plan: parseText(row[7], "plan"),
    inverts: row[8] === null ? null : parseCount(row[8], "inverts"),
    state: oneOf<OperationState>(row[9], states, "state"),
    files: parseCount(row[10], "files"),
  };
}

const kinds = new Set<unknown>(["restore", "undo", "redo"] satisfies OperationKind[]);
const states = new Set<unknown>([
  "staging",
  "committed",
  "done",
  "partial",
  "abandoned",
] satisfies OperationState[]);

const newestBefore = `SELECT ${operationColumns} FROM operations WHERE id < ?
  ORDER BY id DESC LIMIT ?`;
const withId = `SELECT ${operationColumns} FROM operations WHERE id = ?`;
const unfinished = `SELECT ${operationColumns} FROM operations WHERE finished_at IS NULL ORDER BY id`;
const newOperation = `INSERT INTO operations (kind, started_at, argv, before_id, plan, inverts, state,
  files) VALUES (?, ?, ?, ?, ?, ?, 'staging', 0)`;
const setFiles = `UPDATE operations SET files = ? WHERE id = ?`;
const addFiles = `UPDATE operations SET files = files + ? WHERE id = ?`;
const decide = `UPDATE operations SET state = 'committed' WHERE id = ? AND state = 'staging'`;
const finish = `UPDATE operations SET finished_at = ?, state = ?, after_id = ?, files = ? WHERE id = ?`;
// Its rows are among the newest: the walk back from the end is short.
const newestRow = `SELECT id FROM versions WHERE id > ? AND operation = ? ORDER BY id DESC LIMIT 1`;
