import type { Connection } from "../file/driver.ts";

// Tables that follow from the rows of `snapshots`, made anew: `departed`, `heads`, `contents`, `totals`. The
// caller has emptied them, and put what it knows of the files' stats into a temporary table `former`.

/** Makes them in four statements, each of which may take seconds. */
export function deriveAtOnce(connection: Connection): void {
  connection.script(newestTable);
  connection.statement(newestOf).run(everything.from, everything.to);
  for (const sql of fromNewest) connection.statement(sql).run(everything.from, everything.to);
  connection.statement(contentsOf).run(everything.from, everything.to);
  for (const sql of atEnd) connection.script(sql);
}

/** The same in slices of so many rows, with `breathe` between them. */
export async function deriveInSlices(
  connection: Connection,
  rows: number,
  breathe: () => Promise<void>,
): Promise<void> {
  const inSlices = async (sql: string, table: "snapshots" | "newest"): Promise<void> => {
    const max = connection.statement(`SELECT max(rowid) FROM ${table}`).get()?.[0];
    const last = Number(max ?? 0);
    for (let from = 1; from <= last; from += rows) {
      connection.statement(sql).run(from, from + rows - 1);
      await breathe();
    }
  };
  connection.script(newestTable);
  await inSlices(newestOf, "snapshots");
  // Else SQLite makes an index of its own for each slice.
  connection.script("CREATE INDEX temp.former_by_path ON former (file_path)");
  for (const sql of fromNewest) await inSlices(sql, "newest");
  await inSlices(contentsOf, "snapshots");
  for (const sql of atEnd) {
    connection.script(sql);
    await breathe();
  }
}

/** Every number that a row can have, in a damaged file too. */
const everything = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER } as const;

const newestTable = "CREATE TEMP TABLE newest (file_path TEXT PRIMARY KEY, id INTEGER NOT NULL)";

const newestOf = `INSERT INTO newest (file_path, id)
  SELECT file_path, max(id) FROM snapshots WHERE id BETWEEN ? AND ? GROUP BY file_path
  ON CONFLICT (file_path) DO UPDATE SET id = excluded.id`;

const fromNewest = [
  `INSERT INTO departed (file_path, snapshot_id) SELECT n.file_path, n.id FROM newest n
     JOIN snapshots s ON s.id = n.id
   WHERE n.rowid BETWEEN ? AND ? AND s.event_type = 'delete'`,
  // A file whose stat is not known any more is read by the next sweep, whatever its stat is then.
  `INSERT INTO heads (file_path, snapshot_id, content_hash, size_bytes, mode, dev, ino, stat_size,
     stat_mode, mtime_ns, ctime_ns, racy, withheld)
   SELECT s.file_path, s.id, s.content_hash, s.size_bytes, s.mode, ifnull(f.dev, 0),
     ifnull(f.ino, 0), ifnull(f.stat_size, 0), ifnull(f.stat_mode, 0), ifnull(f.mtime_ns, 0),
     ifnull(f.ctime_ns, 0), ifnull(f.racy, 1), s.withheld
   FROM newest n JOIN snapshots s ON s.id = n.id
   LEFT JOIN former f ON f.file_path = s.file_path AND f.snapshot_id = s.id
     AND f.content_hash = s.content_hash AND f.racy IN (0, 1)
   WHERE n.rowid BETWEEN ? AND ? AND s.event_type <> 'delete'`,
];

const contentsOf = `INSERT INTO contents (hash, size_bytes, snapshot_id)
  SELECT unhex(content_hash), size_bytes, max(id) FROM snapshots
  WHERE id BETWEEN ? AND ? AND content_hash IS NOT NULL AND withheld IS NULL GROUP BY content_hash
  ON CONFLICT (hash) DO UPDATE SET snapshot_id = excluded.snapshot_id`;

const atEnd = [
  `UPDATE totals SET snapshots = (SELECT count(*) FROM snapshots),
     settled = (SELECT count(*) FROM snapshots WHERE settled = 1),
     files = (SELECT count(*) FROM heads),
     content_bytes = (SELECT ifnull(sum(size_bytes), 0) FROM contents)`,
  "DROP TABLE newest",
];
