import type { Connection } from "../file/driver.ts";
import { releasedOnly } from "../rows/contents.ts";

// Tables that follow from the rows of `versions`, made anew: `departed`, `heads`, `totals`. The caller has
// emptied them, and put what it knows of the files' stats into a temporary table `former` with the columns
// of `heads`.

/** Makes them in four statements, each of which may take seconds. */
export function deriveAtOnce(connection: Connection): void {
  connection.script(newestTable);
  connection.statement(newestOf).run(everything.from, everything.to);
  for (const sql of fromNewest) connection.statement(sql).run(everything.from, everything.to);
  connection.statement(bytesOf).run(everything.from, everything.to);
  for (const sql of atEnd) connection.script(sql);
}

/** The same in slices of so many rows, with `breathe` between them. */
export async function deriveInSlices(
  connection: Connection,
  rows: number,
  breathe: () => Promise<void>,
): Promise<void> {
  const inSlices = async (sql: string, table: "versions" | "newest"): Promise<void> => {
    const max = connection.statement(`SELECT max(rowid) FROM ${table}`).get()?.[0];
    const last = Number(max ?? 0);
    for (let from = 1; from <= last; from += rows) {
      connection.statement(sql).run(from, from + rows - 1);
      await breathe();
    }
  };
  connection.script(newestTable);
  await inSlices(newestOf, "versions");
  // Else SQLite makes an index of its own for each slice.
  connection.script("CREATE INDEX temp.former_by_path ON former (path)");
  for (const sql of fromNewest) await inSlices(sql, "newest");
  await inSlices(bytesOf, "versions");
  for (const sql of atEnd) {
    connection.script(sql);
    await breathe();
  }
}

/** Every number that a row can have, in a damaged file too. */
const everything = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER } as const;

const newestTable = `CREATE TEMP TABLE newest (path INTEGER PRIMARY KEY, id INTEGER NOT NULL);
  UPDATE totals SET content_bytes = 0`;

const newestOf = `INSERT INTO newest (path, id)
  SELECT path, max(id) FROM versions WHERE id BETWEEN ? AND ? GROUP BY path
  ON CONFLICT (path) DO UPDATE SET id = excluded.id`;

const fromNewest = [
  `INSERT INTO departed (path, snapshot_id) SELECT n.path, n.id FROM newest n
     JOIN versions s ON s.id = n.id
   WHERE n.rowid BETWEEN ? AND ? AND s.event = 2`,
  // A file whose stat is not known any more is read by the next sweep, whatever its stat is then.
  `INSERT INTO heads (path, snapshot_id, content_hash, size_bytes, mode, dev, ino, stat_size,
     stat_mode, mtime_ns, ctime_ns, racy, withheld)
   SELECT s.path, s.id, s.hash, s.size_bytes, s.mode, ifnull(f.dev, 0),
     ifnull(f.ino, 0), ifnull(f.stat_size, 0), ifnull(f.stat_mode, 0), ifnull(f.mtime_ns, 0),
     ifnull(f.ctime_ns, 0), ifnull(f.racy, 1), s.withheld
   FROM newest n JOIN versions s ON s.id = n.id
   LEFT JOIN former f ON f.path = s.path AND f.snapshot_id = s.id
     AND f.content_hash = s.hash AND f.racy IN (0, 1)
   WHERE n.rowid BETWEEN ? AND ? AND s.event <> 2`,
];

// Of the rows with one content the first one counts.
const bytesOf = `UPDATE totals SET content_bytes = content_bytes + (
  SELECT ifnull(sum(s.size_bytes), 0) FROM versions s
  WHERE s.id BETWEEN ? AND ? AND s.hash IS NOT NULL AND s.withheld IS NULL AND NOT EXISTS (
    SELECT 1 FROM versions o INDEXED BY versions_by_content
    WHERE substr(o.hash, 1, 6) = substr(s.hash, 1, 6) AND o.hash = s.hash AND o.withheld IS NULL
      AND o.id < s.id))`;

const atEnd = [
  `UPDATE totals SET snapshots = (SELECT count(*) FROM versions),
     settled = (SELECT count(*) FROM versions WHERE settled = 1),
     files = (SELECT count(*) FROM heads),
     content_bytes = content_bytes + (SELECT ifnull(sum(size_bytes), 0) FROM (${releasedOnly}))`,
  "DROP TABLE newest",
];
