import type { Cell, Connection } from "../file/driver.ts";

// The distinct contents of the rows. No table lists them: rows with one content are found by the first
// bytes of its digest.

/** That a row `s` keeps the content of the digest that is bound twice. */
export const ofContent = `substr(s.hash, 1, 6) = substr(?, 1, 6) AND s.hash = ? AND s.withheld IS NULL`;

/** That the digest of a row `s` that keeps its content lies between the two that are bound, both included. */
export const ofContents = `substr(s.hash, 1, 6) BETWEEN substr(?, 1, 6) AND substr(?, 1, 6)
  AND s.hash IS NOT NULL AND s.withheld IS NULL`;

/** Contents of rows that went, and of no other ones. */
export const releasedOnly = `SELECT r.size_bytes FROM released r WHERE NOT EXISTS (
  SELECT 1 FROM versions s INDEXED BY versions_by_content
  WHERE substr(s.hash, 1, 6) = substr(r.hash, 1, 6) AND s.hash = r.hash AND s.withheld IS NULL)`;

/** The sum that `totals` has: of contents that rows have, and of those that rows lately had. */
export const contentBytes = `SELECT ifnull(sum(size_bytes), 0) FROM (
  SELECT min(id), size_bytes FROM versions WHERE hash IS NOT NULL AND withheld IS NULL GROUP BY hash
  UNION ALL SELECT 0, size_bytes FROM (${releasedOnly}))`;

/** `hash`: 32 bytes. */
export function hasContent(connection: Connection, hash: Cell): boolean {
  return connection.statement(anyRow).get(hash, hash) !== undefined;
}

/** True when the size of a content is to be added to the sum, because no row has it or lately had it. */
export function isNewContent(connection: Connection, hash: Cell): boolean {
  return !hasContent(connection, hash) && connection.statement(takeBack).run(hash).changes === 0;
}

const anyRow = `SELECT 1 FROM versions s INDEXED BY versions_by_content WHERE ${ofContent} LIMIT 1`;
/** The content of a row that went is still counted; now it stays. */
const takeBack = "DELETE FROM released WHERE hash = ?";
