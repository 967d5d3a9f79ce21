import { UnfError } from "@unf/core";
import { checkpointColumns, parseCheckpoint } from "./checkpoints.ts";
import type { Connection, Row } from "./driver.ts";
import { operationColumns, parseOperation } from "./operations.ts";
import { parseSnapshot, snapshotColumns } from "./row.ts";
import { parseStep, stepColumns } from "./steps.ts";

/** Rows read at once. */
const pageRows = 1000;

/** A table of rows with ids, each of which fails the listing that meets it when it makes no sense. */
export interface CheckedTable {
  readonly name: string;
  readonly columns: string;
  /** Throws `store_damaged`. */
  readonly parse: (row: Row) => unknown;
  /** Stands before the id where a row is named. */
  readonly sign: string;
}

export const checkedTables: readonly CheckedTable[] = [
  { name: "snapshots", columns: snapshotColumns, parse: parseSnapshot, sign: "v" },
  { name: "operations", columns: operationColumns, parse: parseOperation, sign: "op-" },
  { name: "steps", columns: stepColumns, parse: parseStep, sign: "step " },
  { name: "checkpoints", columns: checkpointColumns, parse: parseCheckpoint, sign: "cp:" },
];

/** Every row of a table by its id, with what is wrong with it. */
export function* eachChecked(
  connection: Connection,
  { name, columns, parse }: CheckedTable,
): Generator<{ readonly id: number; readonly fault: string | undefined }> {
  const page = connection.statement(
    `SELECT s.id, ${columns} FROM ${name} s WHERE s.id > ? ORDER BY s.id LIMIT ${pageRows}`,
  );
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = page.all(after);
    for (const [id, ...row] of rows) yield { id: Number(id), fault: faultOf(() => parse(row)) };
    if (rows.length === 0) return;
    after = Number(rows.at(-1)?.[0]);
  }
}

function faultOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof UnfError && thrown.code === "store_damaged") return thrown.message;
    throw thrown;
  }
}
