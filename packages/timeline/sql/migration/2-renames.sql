-- Version 2: renames. `rename_evidence` is new and `cause` may be 'renamed'. A CHECK cannot be changed
-- in place, so the table is written anew. Ids stay, and so does the highest one ever given out.
DROP INDEX snapshots_by_path;
DROP INDEX snapshots_by_time;
DROP INDEX snapshots_settled;
ALTER TABLE snapshots RENAME TO snapshots_1;
CREATE TABLE snapshots (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  file_path     TEXT NOT NULL,
  content_hash  TEXT CHECK (content_hash IS NULL OR length(content_hash) = 64),
  size_bytes    INTEGER NOT NULL CHECK (size_bytes >= 0),
  timestamp     TEXT NOT NULL CHECK (length(timestamp) = 24),
  event_type    TEXT NOT NULL CHECK (event_type IN ('create', 'modify', 'delete', 'rename')),
  line_count    INTEGER,
  lines_added   INTEGER,
  lines_removed INTEGER,
  lines_exact   INTEGER,
  settled       INTEGER NOT NULL CHECK (settled IN (0, 1)),
  mode          INTEGER NOT NULL,
  cause         TEXT NOT NULL CHECK (cause IN ('baseline', 'event', 'sweep', 'operation', 'excluded', 'renamed')),
  session       TEXT,
  turn          TEXT,
  actor         TEXT,
  confidence    TEXT,
  renamed_from  TEXT,
  operation     INTEGER,
  clock_skew_ms INTEGER,
  rename_evidence TEXT CHECK (rename_evidence IS NULL OR rename_evidence IN ('inode', 'content', 'similar')),
  CHECK ((event_type = 'delete') = (content_hash IS NULL)),
  CHECK (cause <> 'renamed' OR event_type = 'delete'),
  CHECK ((line_count IS NULL) = (lines_added IS NULL)
     AND (line_count IS NULL) = (lines_removed IS NULL)
     AND (line_count IS NULL) = (lines_exact IS NULL))
) STRICT;
INSERT INTO snapshots (id, file_path, content_hash, size_bytes, timestamp, event_type, line_count, lines_added,
  lines_removed, lines_exact, settled, mode, cause, session, turn, actor, confidence, renamed_from,
  operation, clock_skew_ms)
  SELECT id, file_path, content_hash, size_bytes, timestamp, event_type, line_count, lines_added,
  lines_removed, lines_exact, settled, mode, cause, session, turn, actor, confidence, renamed_from,
  operation, clock_skew_ms
  FROM snapshots_1 ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'snapshots';
UPDATE sqlite_sequence SET name = 'snapshots' WHERE name = 'snapshots_1';
DROP TABLE snapshots_1;
CREATE INDEX snapshots_by_path ON snapshots (file_path, timestamp DESC, id DESC);
CREATE INDEX snapshots_by_time ON snapshots (timestamp DESC, id DESC);
CREATE INDEX snapshots_settled ON snapshots (id) WHERE settled = 1;
CREATE INDEX snapshots_renamed ON snapshots (renamed_from) WHERE renamed_from IS NOT NULL;
CREATE INDEX snapshots_departures ON snapshots (id) WHERE cause = 'renamed';
