import type { SnapshotId } from "@unf/core/base";
import type { ForeignProgram, TakenOver } from "@unf/core/timeline";
import { oneOf, parseCount, parseText, parseTime } from "../file/cell.ts";
import type { Connection, Row } from "../file/driver.ts";

/** The columns `parseImport` expects. */
export const importColumns = "id, at, source, origin, key, first_id, last_id";

/** All of them, in the order in which they came. */
export function listImports(connection: Connection): TakenOver[] {
  return connection.statement(allImports).all().map(parseImport);
}

export function parseImport(row: Row): TakenOver {
  return {
    id: parseCount(row[0], "id"),
    at: parseTime(row[1]),
    source: oneOf<ForeignProgram>(row[2], programs, "source"),
    origin: parseText(row[3], "origin"),
    key: parseText(row[4], "key"),
    first: parseCount(row[5], "first_id") as SnapshotId,
    last: parseCount(row[6], "last_id") as SnapshotId,
  };
}

const programs = new Set<ForeignProgram>(["unfudged", "agent-undo"]);

const allImports = `SELECT ${importColumns} FROM imports ORDER BY id`;
