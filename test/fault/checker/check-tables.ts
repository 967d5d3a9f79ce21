import type { DatabaseSync } from "node:sqlite";
import type { Measures } from "./measures.ts";

/**
 * Looks whether the tables of a timeline agree with each other: what `contents` leaves out would be
 * collected, and a path that is in neither list of newest rows is in no state.
 */
export function checkTables(database: DatabaseSync, found: Measures): void {
  for (const { id } of database.prepare(unlisted).all()) {
    found.rowsWithoutBlob.push(`row ${id}: its content is not on the list of contents`);
  }
  for (const { path } of database.prepare(headless).all()) {
    found.finalMissed.push(`${path} has rows, and no newest one`);
  }
  for (const { path } of database.prepare(rowless).all()) {
    found.finalMissed.push(`the newest row of ${path} is not there`);
  }
}

const rowless = `SELECT file_path AS path FROM heads WHERE snapshot_id NOT IN (SELECT id FROM snapshots)
  UNION ALL
  SELECT file_path FROM departed WHERE snapshot_id NOT IN (SELECT id FROM snapshots)`;
const unlisted = `SELECT id FROM snapshots WHERE content_hash IS NOT NULL AND withheld IS NULL
  AND unhex(content_hash) NOT IN (SELECT hash FROM contents)`;
const headless = `SELECT file_path AS path FROM snapshots GROUP BY file_path
  HAVING max(id) IS NOT ifnull(
    (SELECT snapshot_id FROM heads h WHERE h.file_path = snapshots.file_path),
    (SELECT snapshot_id FROM departed d WHERE d.file_path = snapshots.file_path))`;
