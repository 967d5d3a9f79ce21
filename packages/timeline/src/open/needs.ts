import type { AbsPath, BlobId, WallMs } from "@unf/core/base";
import type { NeedsCursor, TimelineNeeds } from "@unf/core/ports";
import { parseHash } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection, Row } from "../file/driver.ts";
import { hasContent, ofContents } from "../rows/contents.ts";
import { isPruned } from "../rows/pruned.ts";
import { connectReader } from "./connect.ts";
import { checkPresence } from "./open.ts";

/** Rows read at once. */
const pageRows = 1000;

/**
 * Opens a timeline to learn which contents it needs. `since`: what operations named that began
 * before it is needed only while they are not finished. Throws as `openTimelineReader` does.
 */
export function openTimelineNeeds(path: AbsPath, since: WallMs): TimelineNeeds {
  checkPresence(path);
  const connection = connectReader(path);
  const later = new LaterSteps(connection);
  return {
    needed: (digits) => listNeeded(connection, digits),
    needs: (hash) => isListed(connection, hash) || later.name(hash),
    canBringBack: (hash) => isPruned(connection, hash),
    named: (from) => listNamed(connection, from ?? { table: "snapshots", after: 0 }, since),
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}

function listNeeded(connection: Connection, digits: string): BlobId[] {
  const from = Buffer.from(digits.padEnd(64, "0"), "hex");
  const to = Buffer.from(digits.padEnd(64, "f"), "hex");
  const listed = lists.flatMap((table) =>
    connection
      .statement(`SELECT lower(hex(hash)) FROM ${table} WHERE hash BETWEEN ? AND ?`)
      .all(from, to),
  );
  const named = connection.statement(contentsBetween).all(from, to);
  return [...named, ...listed].map((row) => parseHash(row[0]));
}

function isListed(connection: Connection, hash: BlobId): boolean {
  const key = Buffer.from(hash, "hex");
  if (hasContent(connection, key)) return true;
  return lists.some(
    (table) => connection.statement(`SELECT 1 FROM ${table} WHERE hash = ?`).get(key) !== undefined,
  );
}

/** Contents that no row needs to have. Both have an index by `hash`. */
const lists = ["released", "inbox"] as const;

const contentsBetween = `SELECT DISTINCT lower(hex(s.hash)) FROM versions s
  INDEXED BY versions_by_content WHERE ${ofContents}`;

function listNamed(
  connection: Connection,
  from: NeedsCursor,
  since: WallMs,
): ReturnType<TimelineNeeds["named"]> {
  const cells = from.table === "steps" ? [from.after, timestampColumn(since)] : [from.after];
  const rows = connection.statement(pages[from.table]).all(...cells);
  const hashes = rows.flatMap((row) => row.slice(1).flatMap(readHash));
  // `needs` itself knows of contents that are added behind the last page.
  const isLast = rows.length < pageRows;
  const next = isLast ? nextTable[from.table] : { ...from, after: rows.at(-1)?.[0] };
  return { hashes, next: next as NeedsCursor | undefined };
}

const nextTable: Readonly<Record<NeedsCursor["table"], NeedsCursor | undefined>> = {
  snapshots: { table: "heads", after: 0 },
  heads: { table: "steps", after: 0 },
  steps: undefined,
};

// The first column is where the next page begins. Rows whose content is withheld need none.
const pages: Readonly<Record<NeedsCursor["table"], string>> = {
  snapshots: `SELECT id, iif(withheld IS NULL AND hash IS NOT NULL, lower(hex(hash)), NULL)
    FROM versions WHERE id > ? ORDER BY id LIMIT ${pageRows}`,
  heads: `SELECT h.path, iif(s.withheld IS NULL, lower(hex(h.content_hash)), NULL) FROM heads h
    LEFT JOIN versions s ON s.id = h.snapshot_id WHERE h.path > ? ORDER BY h.path LIMIT ${pageRows}`,
  steps: `SELECT s.id, s.from_hash, s.to_hash FROM steps s JOIN operations o ON o.id = s.operation
    WHERE s.id > ? AND (o.finished_at IS NULL OR o.started_at >= ?) ORDER BY s.id LIMIT ${pageRows}`,
};

function readHash(value: unknown): BlobId[] {
  return value === null ? [] : [parseHash(value)];
}

/** The contents named by steps of operations that began after this was made; read as they come. */
class LaterSteps {
  readonly #connection: Connection;
  readonly #hashes = new Set<unknown>();
  #newest: number;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#newest = newestOperation(connection);
  }

  name(hash: BlobId): boolean {
    const newest = newestOperation(this.#connection);
    if (newest !== this.#newest) this.#read(newest);
    return this.#hashes.has(hash);
  }

  #read(newest: number): void {
    const rows: Row[] = this.#connection.statement(stepsAfter).all(this.#newest);
    for (const row of rows) for (const hash of row) this.#hashes.add(hash);
    this.#newest = newest;
  }
}

function newestOperation(connection: Connection): number {
  return Number(connection.statement("SELECT ifnull(max(id), 0) FROM operations").get()?.[0]);
}

const stepsAfter = "SELECT from_hash, to_hash FROM steps WHERE operation > ?";
