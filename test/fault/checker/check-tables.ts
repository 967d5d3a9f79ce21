import type { DatabaseSync } from "node:sqlite";
import type { Measures } from "./measures.ts";

/**
 * Looks whether the tables of a timeline agree with each other: what the index of contents leaves out
 * would be collected, and a path that is in neither list of newest rows is in no state.
 */
export function checkTables(database: DatabaseSync, found: Measures): void {
  for (const { id } of database.prepare(unlisted).all()) {
    found.rowsWithoutBlob.push(`row ${id}: its content is not found by the index of contents`);
  }
  for (const { path } of database.prepare(headless).all()) {
    found.finalMissed.push(`${path} has rows, and no newest one`);
  }
  for (const { path } of database.prepare(rowless).all()) {
    found.finalMissed.push(`the newest row of ${path} is not there`);
  }
}

const rowless = `SELECT path FROM heads WHERE snapshot_id NOT IN (SELECT id FROM snapshots)
  UNION ALL
  SELECT path FROM departed WHERE snapshot_id NOT IN (SELECT id FROM snapshots)`;
const unlisted = `SELECT id FROM versions v WHERE hash IS NOT NULL AND withheld IS NULL
  AND id NOT IN (SELECT s.id FROM versions s INDEXED BY versions_by_content
    WHERE substr(s.hash, 1, 6) >= x'00' AND s.hash IS NOT NULL AND s.withheld IS NULL)`;
// A row whose path has no name is not in the view.
const headless = `SELECT v.path AS path FROM versions v LEFT JOIN snapshots s ON s.id = v.id
  GROUP BY v.path HAVING count(s.id) < count(*) OR max(v.id) IS NOT ifnull(
    (SELECT snapshot_id FROM heads h WHERE h.path = v.path),
    (SELECT snapshot_id FROM departed d WHERE d.path = v.path))`;
