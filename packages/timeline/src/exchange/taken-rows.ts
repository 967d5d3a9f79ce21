// Statements of `take-in.ts`, in their order. `$prefix` and `$from` stand for the directory that was handed over,
// and since when.

/** Which rows of the other project arrive, and by how much ours behind them move on. */
export const arrive = [
  `CREATE TEMP TABLE arrivals (
     seq INTEGER PRIMARY KEY, old INTEGER NOT NULL UNIQUE, at TEXT NOT NULL, base INTEGER)`,
  // A file that it found when it began, as it was recorded here last, is nobody's change.
  `INSERT INTO temp.arrivals (old, at)
   SELECT id, timestamp FROM (
     SELECT c.id, c.timestamp FROM child.snapshots c WHERE c.timestamp >= $from AND NOT (
       c.cause IN ('baseline', 'sweep')
       AND c.id = (SELECT min(f.id) FROM child.snapshots f
                   WHERE f.file_path = c.file_path AND f.timestamp >= $from)
       AND ifnull((SELECT h.content_hash || ' ' || h.mode FROM main.heads h
                   WHERE h.file_path = $prefix || c.file_path), '')
         = ifnull(c.content_hash || ' ' || c.mode, ''))
     UNION ALL SELECT t.id, t.timestamp FROM child.thinned t WHERE t.timestamp >= $from)
   ORDER BY id`,
  `UPDATE temp.arrivals SET base = max(
     ifnull((SELECT s.id FROM main.snapshots s WHERE s.timestamp <= at
             ORDER BY s.timestamp DESC, s.id DESC LIMIT 1), 0),
     ifnull((SELECT t.id FROM main.thinned t WHERE t.timestamp <= at
             ORDER BY t.timestamp DESC, t.id DESC LIMIT 1), 0))`,
  'CREATE TEMP TABLE way (after_id INTEGER PRIMARY KEY, "by" INTEGER NOT NULL)',
  "CREATE INDEX temp.arrivals_by_time ON arrivals (at)",
  "INSERT INTO temp.way SELECT base, max(seq) FROM temp.arrivals GROUP BY base",
];

/** States of ours within the span, by when: what arrived before it belongs to it, too. */
const points = [
  ["turns", "before_id", "started_at"],
  ["turns", "after_id", "ended_at"],
  ["operations", "before_id", "started_at"],
  ["operations", "after_id", "finished_at"],
  ["bursts", "before_id", "from_time"],
  ["checkpoints", "snapshot_id", "at"],
] as const;

/** Moves them on. */
export const movePoints = points.map(movePoint);

/** Rows, and what belongs to them. */
export const takenRows = [
  `INSERT INTO main.directories (path, mode, timestamp, after_id)
   SELECT iif(c.path = '', substr($prefix, 1, length($prefix) - 1), $prefix || c.path), c.mode,
     c.timestamp, max(
       ifnull((SELECT max(a.base + a.seq) FROM temp.arrivals a WHERE a.old <= c.after_id), 0),
       ifnull((SELECT max(s.id) FROM main.snapshots s WHERE s.timestamp <= c.timestamp), 0))
   FROM child.directories c WHERE c.timestamp >= $from ORDER BY c.id`,
  // A file that stood otherwise when it began than it was recorded here has changed, in all its lines
  // at most.
  `INSERT INTO main.snapshots (id, file_path, content_hash, size_bytes, timestamp, event_type,
     line_count, lines_added, lines_removed, lines_exact, settled, mode, cause, session, turn, actor,
     confidence, renamed_from, operation, clock_skew_ms, rename_evidence, tool_call, withheld)
   SELECT a.base + a.seq, $prefix || c.file_path, c.content_hash, c.size_bytes, c.timestamp,
     iif(n.is_known, 'modify', c.event_type), c.line_count,
     iif(n.is_known, c.line_count, c.lines_added),
     iif(n.is_known AND c.line_count IS NOT NULL, n.lines, c.lines_removed),
     iif(n.is_known AND c.line_count IS NOT NULL, 0, c.lines_exact), c.settled, c.mode,
     iif(c.cause = 'baseline', 'sweep', c.cause),
     (SELECT o.new FROM temp.session_of o WHERE o.old = c.session),
     CAST(coalesce((SELECT t.new FROM temp.turn_of t WHERE t.old = CAST(c.turn AS INTEGER)),
       (SELECT m.turn FROM temp.call_of k JOIN main.tool_calls m ON m.id = k.new
        WHERE k.old = c.tool_call)) AS TEXT),
     c.actor, c.confidence, $prefix || c.renamed_from,
     (SELECT o.new FROM temp.operation_of o WHERE o.old = c.operation), c.clock_skew_ms, c.rename_evidence,
     (SELECT k.new FROM temp.call_of k WHERE k.old = c.tool_call), c.withheld
   FROM temp.arrivals a JOIN child.snapshots c ON c.id = a.old
   JOIN (SELECT b.id AS of_id, b.cause = 'baseline' AND h.file_path IS NOT NULL AS is_known,
           ifnull(s.line_count, 0) AS lines
         FROM child.snapshots b LEFT JOIN main.heads h ON h.file_path = $prefix || b.file_path
           LEFT JOIN main.snapshots s ON s.id = h.snapshot_id) n
     ON n.of_id = c.id`,
  `INSERT INTO main.thinned (id, file_path, timestamp, present, renamed_from, pruning,
     clock_skew_ms)
   SELECT a.base + a.seq, $prefix || t.file_path, t.timestamp, t.present, $prefix || t.renamed_from, 0,
     t.clock_skew_ms
   FROM temp.arrivals a JOIN child.thinned t ON t.id = a.old`,
  `INSERT INTO main.candidates (snapshot_id, session, turn, tool_call)
   SELECT a.base + a.seq, o.new, (SELECT t.new FROM temp.turn_of t WHERE t.old = c.turn),
     (SELECT k.new FROM temp.call_of k WHERE k.old = c.tool_call)
   FROM temp.arrivals a JOIN child.candidates c ON c.snapshot_id = a.old
   JOIN temp.session_of o ON o.old = c.session`,
  // An agent's last row may be recorded a moment after its turn.
  `UPDATE main.turns SET after_id = max(after_id, ifnull((SELECT max(s.id) FROM main.snapshots s
     WHERE s.turn = CAST(turns.id AS TEXT)), 0))
   WHERE started_at >= $from`,
  `INSERT OR IGNORE INTO main.inbox (hash, data, committed_at)
   SELECT hash, data, committed_at FROM child.inbox`,
  `INSERT INTO main.gaps (from_time, to_time, reason, closed_at, closed_by, paths_differed)
   SELECT from_time, to_time, 'too_fast:' || $prefix || substr(reason, 10), closed_at, closed_by,
     paths_differed
   FROM child.gaps WHERE reason LIKE 'too_fast:%' AND to_time >= $from AND closed_at IS NOT NULL`,
  // Else the next sweep would read every file.
  `INSERT OR REPLACE INTO main.heads (file_path, snapshot_id, content_hash, size_bytes, mode, dev, ino,
     stat_size, stat_mode, mtime_ns, ctime_ns, racy, withheld)
   SELECT $prefix || h.file_path, a.base + a.seq, h.content_hash, h.size_bytes, h.mode, h.dev, h.ino,
     h.stat_size, h.stat_mode, h.mtime_ns, h.ctime_ns, h.racy, h.withheld
   FROM child.heads h JOIN temp.arrivals a ON a.old = h.snapshot_id`,
];

function movePoint([table, column, time]: (typeof points)[number]): string {
  const isBefore = column === "before_id" ? "<" : "<=";
  return `UPDATE main.${table} SET ${column} = max(${column}, ifnull((SELECT a.base + a.seq
      FROM temp.arrivals a WHERE a.at ${isBefore} ${table}.${time} ORDER BY a.at DESC, a.seq DESC LIMIT 1), 0))
    WHERE ${time} >= $from`;
}
