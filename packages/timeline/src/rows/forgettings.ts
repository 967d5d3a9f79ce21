import { type BlobId, parseBlobId, type SnapshotId } from "@unf/core/base";
import type { ForgetKind, Forgetting, NewForgetting } from "@unf/core/timeline";
import {
  nonsense,
  oneOf,
  parseCount,
  parseFlag,
  parseJson,
  parseText,
  parseTime,
} from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";

/** The columns `parseForgetting` expects. */
export const forgettingColumns =
  "id, at, kind, pattern, up_to, hashes, lasting, state, snapshots" as const;

/** Orders to forget, oldest first. */
export function listForgettings(connection: Connection): Forgetting[] {
  return connection.statement(allForgettings).all().map(parseForgetting);
}

/** Writes orders down, all in one transaction. */
export function insertForgettings(
  connection: Connection,
  orders: readonly NewForgetting[],
): number[] {
  return connection.transaction("IMMEDIATE", () =>
    orders.map(
      ({ at, kind, pattern, upTo, hashes, lasting }) =>
        connection
          .statement(newForgetting)
          .run(timestampColumn(at), kind, pattern, upTo, JSON.stringify(hashes), Number(lasting))
          .id,
    ),
  );
}

/** Notes that an order is carried out, and by how many rows. */
export function updateForgetting(connection: Connection, id: number, snapshots: number): void {
  connection.statement(endOfWork).run(snapshots, id);
}

/** Lets what it matches be recorded again. */
export function endForgetting(connection: Connection, id: number): boolean {
  return connection.statement(noLonger).run(id).changes === 1;
}

export function parseForgetting(row: Row): Forgetting {
  return {
    id: parseCount(row[0], "id"),
    at: parseTime(row[1]),
    kind: oneOf<ForgetKind>(row[2], kinds, "kind"),
    pattern: row[3] === null ? null : parseText(row[3], "pattern"),
    upTo: parseCount(row[4], "up_to") as SnapshotId | 0,
    hashes: parseHashes(row[5]),
    lasting: parseFlag(row[6], "lasting"),
    state: oneOf<Forgetting["state"]>(row[7], states, "state"),
    snapshots: parseCount(row[8], "snapshots"),
  };
}

function parseHashes(cell: unknown): BlobId[] {
  const list = parseJson(parseText(cell, "hashes"), "hashes");
  if (!Array.isArray(list)) throw nonsense("hashes", cell);
  return list.map((one: unknown) => {
    const hash = typeof one === "string" ? parseBlobId(one) : undefined;
    if (hash === undefined) throw nonsense("hashes", one);
    return hash;
  });
}

const kinds = new Set<unknown>(["path", "content", "before", "project"] satisfies ForgetKind[]);
const states = new Set<unknown>(["pending", "done"] satisfies Forgetting["state"][]);
const newForgetting = `INSERT INTO forgettings
  (at, kind, pattern, up_to, hashes, lasting, state, snapshots) VALUES (?, ?, ?, ?, ?, ?, 'pending', 0)`;
const endOfWork = `UPDATE forgettings SET state = 'done', hashes = '[]', snapshots = ? WHERE id = ?`;
const noLonger = `UPDATE forgettings SET lasting = 0 WHERE id = ? AND lasting = 1`;
const allForgettings = `SELECT ${forgettingColumns} FROM forgettings ORDER BY id`;
