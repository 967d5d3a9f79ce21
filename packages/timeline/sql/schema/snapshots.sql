-- The rows of `versions` in words, for whoever reads a timeline by hand: names, digests and instants as
-- text. Its columns keep their names and meanings in every format.
CREATE VIEW snapshots AS
SELECT v.id AS id, p.file_path AS file_path,
  iif(v.hash IS NULL, NULL, lower(hex(v.hash))) AS content_hash, v.size_bytes AS size_bytes,
  strftime('%Y-%m-%dT%H:%M:%fZ', v.stamp / 1000.0, 'unixepoch') AS timestamp,
  CASE v.event WHEN 0 THEN 'create' WHEN 1 THEN 'modify' WHEN 2 THEN 'delete' WHEN 3 THEN 'rename' END
    AS event_type,
  v.line_count AS line_count, v.lines_added AS lines_added, v.lines_removed AS lines_removed,
  v.lines_exact AS lines_exact, v.settled AS settled, v.mode AS mode,
  CASE v.cause WHEN 0 THEN 'baseline' WHEN 1 THEN 'event' WHEN 2 THEN 'sweep' WHEN 3 THEN 'operation'
    WHEN 4 THEN 'excluded' WHEN 5 THEN 'renamed' END AS cause,
  v.session AS session, CAST(v.turn AS TEXT) AS turn, v.actor AS actor,
  CASE v.confidence WHEN 0 THEN 'hook' WHEN 1 THEN 'process' WHEN 2 THEN 'window' WHEN 3 THEN 'ambiguous'
    END AS confidence,
  (SELECT o.file_path FROM paths o WHERE o.id = v.renamed_from) AS renamed_from,
  v.operation AS operation, v.clock_skew_ms AS clock_skew_ms,
  CASE v.rename_evidence WHEN 0 THEN 'inode' WHEN 1 THEN 'content' WHEN 2 THEN 'similar' END
    AS rename_evidence,
  v.tool_call AS tool_call, v.withheld AS withheld
FROM versions v JOIN paths p ON p.id = v.path;
