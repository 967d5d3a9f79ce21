-- Takes over the rows of a table `snapshots_11` with the columns of version 11. Paths get their numbers in the
-- order in which they were first recorded.
INSERT OR IGNORE INTO paths (file_path) SELECT file_path FROM snapshots_11 ORDER BY id;
INSERT OR IGNORE INTO paths (file_path)
  SELECT renamed_from FROM snapshots_11 WHERE renamed_from IS NOT NULL ORDER BY id;
INSERT OR IGNORE INTO versions (id, path, hash, size_bytes, stamp, event, line_count, lines_added,
  lines_removed, lines_exact, settled, mode, cause, session, turn, actor, confidence, renamed_from,
  operation, clock_skew_ms, rename_evidence, tool_call, withheld)
  SELECT s.id, (SELECT p.id FROM paths p WHERE p.file_path = s.file_path), unhex(s.content_hash),
    s.size_bytes, CAST(round(unixepoch(s.timestamp, 'subsec') * 1000) AS INTEGER),
    CASE s.event_type WHEN 'create' THEN 0 WHEN 'modify' THEN 1 WHEN 'delete' THEN 2 WHEN 'rename' THEN 3 END,
    s.line_count, s.lines_added, s.lines_removed, s.lines_exact, s.settled, s.mode,
    CASE s.cause WHEN 'baseline' THEN 0 WHEN 'event' THEN 1 WHEN 'sweep' THEN 2 WHEN 'operation' THEN 3
      WHEN 'excluded' THEN 4 WHEN 'renamed' THEN 5 END,
    s.session, CAST(s.turn AS INTEGER), s.actor,
    CASE s.confidence WHEN 'hook' THEN 0 WHEN 'process' THEN 1 WHEN 'window' THEN 2 WHEN 'ambiguous' THEN 3
      ELSE iif(s.confidence IS NULL, NULL, -1) END,
    (SELECT p.id FROM paths p WHERE p.file_path = s.renamed_from), s.operation, s.clock_skew_ms,
    CASE s.rename_evidence WHEN 'inode' THEN 0 WHEN 'content' THEN 1 WHEN 'similar' THEN 2
      ELSE iif(s.rename_evidence IS NULL, NULL, -1) END,
    s.tool_call, s.withheld
  FROM snapshots_11 s ORDER BY s.id;
DROP TABLE snapshots_11;
