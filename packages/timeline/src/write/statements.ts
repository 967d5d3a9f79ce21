// Every statement that writes a timeline's rows and what follows from them; cells are bound in the order of the
// columns.

// A batch: contents that wait, rows, heads, settlements.

export const insertInbox = `INSERT INTO inbox (hash, data, committed_at) VALUES (?, ?, ?)
  ON CONFLICT (hash) DO NOTHING`;
export const insertRow = `INSERT INTO versions (path, hash, size_bytes, stamp, event, line_count,
  lines_added, lines_removed, lines_exact, settled, mode, cause, renamed_from, operation,
  clock_skew_ms, rename_evidence, actor, confidence, session, turn, tool_call, withheld)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
export const keepContent = `DELETE FROM released WHERE hash = ?`;
export const insertHead = `INSERT INTO heads (snapshot_id, content_hash, size_bytes, mode, withheld, dev,
  ino, stat_size, stat_mode, mtime_ns, ctime_ns, racy, path)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (path) DO NOTHING`;
export const updateHead = `UPDATE heads SET snapshot_id = ?, content_hash = ?, size_bytes = ?, mode = ?,
  withheld = ?, dev = ?, ino = ?, stat_size = ?, stat_mode = ?, mtime_ns = ?, ctime_ns = ?, racy = ?
  WHERE path = ?`;
export const updateStat = `UPDATE heads SET dev = ?, ino = ?, stat_size = ?, stat_mode = ?, mtime_ns = ?,
  ctime_ns = ?, racy = ? WHERE path = ?`;
export const deleteHead = `DELETE FROM heads WHERE path = ?`;
export const insertDeparted = `INSERT OR REPLACE INTO departed (path, snapshot_id) VALUES (?, ?)`;
export const deleteDeparted = `DELETE FROM departed WHERE path = ?`;
export const updateSettled = `UPDATE versions SET settled = 1 WHERE id = ? AND settled = 0`;
/** NULL as the event leaves it as it is. */
export const updateCounts = `UPDATE versions SET event = ifnull(?, event), line_count = ?,
  lines_added = ?, lines_removed = ?, lines_exact = ? WHERE id = ?`;
/** The same for a row that was interim until now. */
export const settleCounted = `UPDATE versions SET settled = 1, event = ifnull(?, event), line_count = ?,
  lines_added = ?, lines_removed = ?, lines_exact = ? WHERE id = ? AND settled = 0`;
export const updateEvent = `UPDATE versions SET event = ? WHERE id = ?`;
export const originOf = `SELECT renamed_from FROM versions WHERE id = ?`;
export const updateOrigin = `UPDATE versions SET renamed_from = ?, rename_evidence = ? WHERE id = ?`;
export const updateCause = `UPDATE versions SET cause = ? WHERE id = ?`;
export const updateAuthor = `UPDATE versions SET actor = ?, confidence = ?, session = ?, turn = ?,
  tool_call = ? WHERE id = ?`;
export const addSums = `UPDATE totals SET snapshots = snapshots + ?, settled = settled + ?,
  files = files + ?, content_bytes = content_bytes + ?`;

// Rows that go, and the row that is a path's newest then.

export const goingRow = `SELECT path, iif(withheld IS NULL, hash, NULL), stamp, settled, event, cause,
  renamed_from, clock_skew_ms, size_bytes, (SELECT file_path FROM paths WHERE id = path),
  (SELECT file_path FROM paths WHERE id = renamed_from) FROM versions WHERE id = ?`;
export const deleteSnapshot = `DELETE FROM versions WHERE id = ?`;
export const topOfPath = `SELECT snapshot_id FROM heads WHERE path = ?
  UNION ALL SELECT snapshot_id FROM departed WHERE path = ?`;
export const newestOfPath = `SELECT id, event FROM versions INDEXED BY versions_by_path
  WHERE path = ? ORDER BY id DESC LIMIT 1`;
export const nextOfPath = `SELECT stamp FROM versions INDEXED BY versions_by_path
  WHERE path = ? AND id > ? ORDER BY id LIMIT 1`;
export const release = `INSERT INTO released (hash, size_bytes) VALUES (?, ?)
  ON CONFLICT (hash) DO NOTHING`;
export const departedOfRow = `INSERT INTO departed (path, snapshot_id)
  SELECT path, id FROM versions WHERE id = ?`;
export const headOfRow = `INSERT INTO heads (path, snapshot_id, content_hash, size_bytes, mode, dev,
  ino, stat_size, stat_mode, mtime_ns, ctime_ns, racy, withheld)
  SELECT path, id, hash, size_bytes, mode, 0, 0, 0, 0, 0, 0, 1, withheld
  FROM versions WHERE id = ?`;
export const takeSums = `UPDATE totals SET snapshots = snapshots + ?, settled = settled + ?, files = files + ?`;
export const newPruning = `INSERT INTO prunings (at, cause, argv, snapshots, from_time, to_time)
  VALUES (?, ?, ?, ?, ?, ?)`;
export const extendPruning = `UPDATE prunings SET snapshots = snapshots + ?,
  from_time = min(from_time, ?), to_time = max(to_time, ?) WHERE id = ?`;

// Contents of rows that went, slice by slice.

/** Contents looked at at once: some milliseconds. */
export const slice = 1000;

export const someReleased = `SELECT hash, size_bytes FROM released LIMIT ${slice}`;
export const takeBytes = `UPDATE totals SET content_bytes = content_bytes - ?`;
