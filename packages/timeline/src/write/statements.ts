// Every statement that writes a timeline's rows and what follows from them; cells are bound in the order of the
// columns.

// A batch: contents that wait, rows, heads, settlements.

export const insertInbox = `INSERT INTO inbox (hash, data, committed_at) VALUES (?, ?, ?)
  ON CONFLICT (hash) DO NOTHING`;
export const insertRow = `INSERT INTO snapshots (file_path, content_hash, size_bytes, timestamp, event_type,
  line_count, lines_added, lines_removed, lines_exact, settled, mode, cause, renamed_from, operation,
  clock_skew_ms, rename_evidence, actor, confidence, session, turn, tool_call, withheld)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
export const insertContent = `INSERT INTO contents (hash, size_bytes, snapshot_id) VALUES (?, ?, ?)
  ON CONFLICT (hash) DO NOTHING`;
export const moveContent = `UPDATE contents SET snapshot_id = ? WHERE hash = ?`;
export const keepContent = `DELETE FROM released WHERE hash = ?`;
export const insertHead = `INSERT INTO heads (snapshot_id, content_hash, size_bytes, mode, withheld, dev,
  ino, stat_size, stat_mode, mtime_ns, ctime_ns, racy, file_path)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (file_path) DO NOTHING`;
export const updateHead = `UPDATE heads SET snapshot_id = ?, content_hash = ?, size_bytes = ?, mode = ?,
  withheld = ?, dev = ?, ino = ?, stat_size = ?, stat_mode = ?, mtime_ns = ?, ctime_ns = ?, racy = ?
  WHERE file_path = ?`;
export const updateStat = `UPDATE heads SET dev = ?, ino = ?, stat_size = ?, stat_mode = ?, mtime_ns = ?,
  ctime_ns = ?, racy = ? WHERE file_path = ?`;
export const deleteHead = `DELETE FROM heads WHERE file_path = ?`;
export const insertDeparted = `INSERT OR REPLACE INTO departed (file_path, snapshot_id) VALUES (?, ?)`;
export const deleteDeparted = `DELETE FROM departed WHERE file_path = ?`;
export const updateSettled = `UPDATE snapshots SET settled = 1 WHERE id = ? AND settled = 0`;
export const updateEvent = `UPDATE snapshots SET event_type = ? WHERE id = ?`;
export const updateOrigin = `UPDATE snapshots SET renamed_from = ?, rename_evidence = ? WHERE id = ?`;
export const updateCause = `UPDATE snapshots SET cause = ? WHERE id = ?`;
export const updateAuthor = `UPDATE snapshots SET actor = ?, confidence = ?, session = ?, turn = ?,
  tool_call = ? WHERE id = ?`;
export const updateCounts = `UPDATE snapshots SET line_count = ?, lines_added = ?, lines_removed = ?,
  lines_exact = ? WHERE id = ?`;
export const addSums = `UPDATE totals SET snapshots = snapshots + ?, settled = settled + ?,
  files = files + ?, content_bytes = content_bytes + ?`;

// Rows that go, and the row that is a path's newest then.

export const goingRow = `SELECT file_path, unhex(content_hash), timestamp, settled, event_type,
  cause, renamed_from, clock_skew_ms FROM snapshots WHERE id = ?`;
export const deleteSnapshot = `DELETE FROM snapshots WHERE id = ?`;
export const topOfPath = `SELECT snapshot_id FROM heads WHERE file_path = ?
  UNION ALL SELECT snapshot_id FROM departed WHERE file_path = ?`;
export const newestOfPath = `SELECT id, event_type FROM snapshots INDEXED BY snapshots_by_path
  WHERE file_path = ? ORDER BY timestamp DESC, id DESC LIMIT 1`;
export const nextOfPath = `SELECT timestamp FROM snapshots INDEXED BY snapshots_by_path
  WHERE file_path = ? AND (timestamp, id) > (?, ?) ORDER BY timestamp, id LIMIT 1`;
export const release = `INSERT INTO released (hash) VALUES (?) ON CONFLICT (hash) DO NOTHING`;
export const departedOfRow = `INSERT INTO departed (file_path, snapshot_id)
  SELECT file_path, id FROM snapshots WHERE id = ?`;
export const headOfRow = `INSERT INTO heads (file_path, snapshot_id, content_hash, size_bytes, mode, dev,
  ino, stat_size, stat_mode, mtime_ns, ctime_ns, racy, withheld)
  SELECT file_path, id, content_hash, size_bytes, mode, 0, 0, 0, 0, 0, 0, 1, withheld
  FROM snapshots WHERE id = ?`;
export const takeSums = `UPDATE totals SET snapshots = snapshots + ?, settled = settled + ?, files = files + ?`;
export const newPruning = `INSERT INTO prunings (at, cause, argv, snapshots, from_time, to_time)
  VALUES (?, ?, ?, ?, ?, ?)`;
export const extendPruning = `UPDATE prunings SET snapshots = snapshots + ?,
  from_time = min(from_time, ?), to_time = max(to_time, ?) WHERE id = ?`;

// Contents of rows that went, slice by slice.

/** Rows looked at, or contents taken off the list, at once: some milliseconds. */
export const slice = 2000;

export const anyReleased = `SELECT 1 FROM released LIMIT 1`;
export const someReleased = `SELECT hash FROM released LIMIT ${slice}`;
export const lowestOfSlice = `SELECT min(id) FROM
  (SELECT id FROM snapshots WHERE id < ? ORDER BY id DESC LIMIT ${slice})`;
export const newestOfReleased = `SELECT r.hash, max(s.id) FROM snapshots s
  JOIN released r ON r.hash = unhex(s.content_hash)
  WHERE s.id >= ? AND s.id < ? AND s.withheld IS NULL GROUP BY r.hash`;
export const dropContent = `DELETE FROM contents WHERE hash = ? RETURNING size_bytes`;
export const takeBytes = `UPDATE totals SET content_bytes = content_bytes - ?`;
