import { UnfError } from "@unf/core/base";
import type { Connection, Row } from "../file/driver.ts";
import { candidateColumns, parseCandidate } from "../rows/candidates.ts";
import { checkpointColumns, parseCheckpoint } from "../rows/checkpoints.ts";
import { directoryColumns, parseDirectory } from "../rows/directories.ts";
import { forgettingColumns, parseForgetting } from "../rows/forgettings.ts";
import { handoverColumns, parseHandover } from "../rows/handovers.ts";
import { horizonColumns, parseHorizon } from "../rows/horizons.ts";
import { importColumns, parseImport } from "../rows/imports.ts";
import { operationColumns, parseOperation } from "../rows/operations.ts";
import { parsePruned, prunedColumns } from "../rows/pruned.ts";
import { parsePruning, pruningColumns } from "../rows/retention.ts";
import { parseSnapshot, snapshotColumns } from "../rows/row.ts";
import { parseSession, sessionColumns } from "../rows/sessions.ts";
import { parseStep, stepColumns } from "../rows/steps.ts";
import { parseToolCall, toolCallColumns } from "../rows/tool-calls.ts";
import { parseTrace, traceColumns } from "../rows/traces.ts";
import { parseTurn, turnColumns } from "../rows/turns.ts";

/** Rows read at once. */
const pageRows = 1000;

/** A table of rows with row ids, each of which fails the listing that meets it when it makes no sense. */
export interface CheckedTable {
  readonly name: string;
  readonly columns: string;
  /** Throws `store_damaged`. */
  readonly parse: (row: Row) => unknown;
  /** Stands before the row id where a row is named. */
  readonly sign: string;
}

export const checkedTables: readonly CheckedTable[] = [
  { name: "versions", columns: snapshotColumns, parse: parseSnapshot, sign: "v" },
  { name: "operations", columns: operationColumns, parse: parseOperation, sign: "op-" },
  { name: "steps", columns: stepColumns, parse: parseStep, sign: "step " },
  { name: "checkpoints", columns: checkpointColumns, parse: parseCheckpoint, sign: "cp:" },
  { name: "sessions", columns: sessionColumns, parse: parseSession, sign: "session " },
  { name: "turns", columns: turnColumns, parse: parseTurn, sign: "t-" },
  { name: "tool_calls", columns: toolCallColumns, parse: parseToolCall, sign: "tool call " },
  { name: "forgettings", columns: forgettingColumns, parse: parseForgetting, sign: "forgetting " },
  { name: "prunings", columns: pruningColumns, parse: parsePruning, sign: "pruning " },
  { name: "candidates", columns: candidateColumns, parse: parseCandidate, sign: "candidate " },
  { name: "imports", columns: importColumns, parse: parseImport, sign: "import " },
  { name: "thinned", columns: traceColumns, parse: parseTrace, sign: "trace " },
  { name: "pruned", columns: prunedColumns, parse: parsePruned, sign: "pruned v" },
  { name: "horizons", columns: horizonColumns, parse: parseHorizon, sign: "horizon " },
  { name: "handovers", columns: handoverColumns, parse: parseHandover, sign: "hand-over " },
  { name: "directories", columns: directoryColumns, parse: parseDirectory, sign: "directory " },
];

/** Every row of a table by its row id, which is its id where that is a number, with what is wrong with it. */
export function* eachChecked(
  connection: Connection,
  { name, columns, parse }: CheckedTable,
): Generator<{ readonly id: number; readonly fault: string | undefined }> {
  const page = connection.statement(
    `SELECT s.rowid, ${columns} FROM ${name} s WHERE s.rowid > ? ORDER BY s.rowid LIMIT ${pageRows}`,
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
