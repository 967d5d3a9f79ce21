import { stampOf, versionColumns, versionOfWords } from "../rows/words.ts";
import { newestStamped } from "./taken-numbers.ts";

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
       AND c.id = (SELECT f.id FROM child.versions f
                   WHERE f.path = (SELECT path FROM child.versions WHERE id = c.id)
                     AND f.stamp >= ${stampOf("$from")} ORDER BY f.id LIMIT 1)
       AND ifnull((SELECT lower(hex(h.content_hash)) || ' ' || h.mode
                   FROM main.paths p JOIN main.heads h ON h.path = p.id
                   WHERE p.file_path = $prefix || c.file_path), '')
         = ifnull(c.content_hash || ' ' || c.mode, ''))
     UNION ALL SELECT t.id, t.timestamp FROM child.thinned t WHERE t.timestamp >= $from)
   ORDER BY id`,
  `UPDATE temp.arrivals SET base = max(${newestStamped("<=", "at")},
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
       ${newestStamped("<=", "c.timestamp")})
   FROM child.directories c WHERE c.timestamp >= $from ORDER BY c.id`,
  `INSERT OR IGNORE INTO main.paths (file_path) SELECT $prefix || q.file_path FROM child.paths q
   WHERE q.id IN (SELECT v.path FROM temp.arrivals a JOIN child.versions v ON v.id = a.old
     UNION SELECT v.renamed_from FROM temp.arrivals a JOIN child.versions v ON v.id = a.old)
   ORDER BY q.id`,
  // A file that stood otherwise when it began than it was recorded here has changed, in all its lines
  // at most.
  `INSERT INTO main.versions (${versionColumns})
   SELECT ${versionOfWords({
     id: "a.base + a.seq",
     file_path: "$prefix || w.file_path",
     event_type: "iif(n.is_known, 'modify', w.event_type)",
     lines_added: "iif(n.is_known, w.line_count, w.lines_added)",
     lines_removed: "iif(n.is_known AND w.line_count IS NOT NULL, n.lines, w.lines_removed)",
     lines_exact: "iif(n.is_known AND w.line_count IS NOT NULL, 0, w.lines_exact)",
     cause: "iif(w.cause = 'baseline', 'sweep', w.cause)",
     session: "(SELECT o.new FROM temp.session_of o WHERE o.old = w.session)",
     turn: `coalesce((SELECT t.new FROM temp.turn_of t WHERE t.old = CAST(w.turn AS INTEGER)),
       (SELECT m.turn FROM temp.call_of k JOIN main.tool_calls m ON m.id = k.new
        WHERE k.old = w.tool_call))`,
     renamed_from: "$prefix || w.renamed_from",
     operation: "(SELECT o.new FROM temp.operation_of o WHERE o.old = w.operation)",
     tool_call: "(SELECT k.new FROM temp.call_of k WHERE k.old = w.tool_call)",
   })}
   FROM temp.arrivals a JOIN child.snapshots w ON w.id = a.old
   JOIN (SELECT b.id AS of_id, b.cause = 0 AND h.path IS NOT NULL AS is_known,
           ifnull(s.line_count, 0) AS lines
         FROM child.versions b JOIN child.paths q ON q.id = b.path
           LEFT JOIN main.paths p ON p.file_path = $prefix || q.file_path
           LEFT JOIN main.heads h ON h.path = p.id
           LEFT JOIN main.versions s ON s.id = h.snapshot_id) n
     ON n.of_id = w.id`,
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
  `UPDATE main.turns SET after_id = max(after_id, ifnull((SELECT max(s.id) FROM main.versions s
     WHERE s.turn = turns.id), 0))
   WHERE started_at >= $from`,
  `INSERT OR IGNORE INTO main.inbox (hash, data, committed_at)
   SELECT hash, data, committed_at FROM child.inbox`,
  `INSERT INTO main.gaps (from_time, to_time, reason, closed_at, closed_by, paths_differed)
   SELECT from_time, to_time, 'too_fast:' || $prefix || substr(reason, 10), closed_at, closed_by,
     paths_differed
   FROM child.gaps WHERE reason LIKE 'too_fast:%' AND to_time >= $from AND closed_at IS NOT NULL`,
  // Else the next sweep would read every file.
  `INSERT OR REPLACE INTO main.heads (path, snapshot_id, content_hash, size_bytes, mode, dev, ino,
     stat_size, stat_mode, mtime_ns, ctime_ns, racy, withheld)
   SELECT p.id, a.base + a.seq, h.content_hash, h.size_bytes, h.mode, h.dev, h.ino,
     h.stat_size, h.stat_mode, h.mtime_ns, h.ctime_ns, h.racy, h.withheld
   FROM child.heads h JOIN temp.arrivals a ON a.old = h.snapshot_id
     JOIN child.paths q ON q.id = h.path JOIN main.paths p ON p.file_path = $prefix || q.file_path`,
];

function movePoint([table, column, time]: (typeof points)[number]): string {
  const isBefore = column === "before_id" ? "<" : "<=";
  return `UPDATE main.${table} SET ${column} = max(${column}, ifnull((SELECT a.base + a.seq
      FROM temp.arrivals a WHERE a.at ${isBefore} ${table}.${time} ORDER BY a.at DESC, a.seq DESC LIMIT 1), 0))
    WHERE ${time} >= $from`;
}
