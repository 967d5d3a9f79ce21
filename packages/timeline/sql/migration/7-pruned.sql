-- Version 7, too: what policy and cap delete can be brought back for a day.
CREATE TABLE pruned (
  id            INTEGER PRIMARY KEY,
  file_path     TEXT NOT NULL,
  content_hash  TEXT,
  size_bytes    INTEGER NOT NULL,
  timestamp     TEXT NOT NULL,
  event_type    TEXT NOT NULL,
  line_count    INTEGER,
  lines_added   INTEGER,
  lines_removed INTEGER,
  lines_exact   INTEGER,
  settled       INTEGER NOT NULL,
  mode          INTEGER NOT NULL,
  cause         TEXT NOT NULL,
  session       TEXT,
  turn          TEXT,
  actor         TEXT,
  confidence    TEXT,
  renamed_from  TEXT,
  operation     INTEGER,
  clock_skew_ms INTEGER,
  rename_evidence TEXT,
  tool_call     INTEGER,
  withheld      INTEGER,
  candidates    TEXT NOT NULL,
  pruning       INTEGER NOT NULL
) STRICT;
CREATE INDEX pruned_by_pruning ON pruned (pruning, file_path);
CREATE INDEX pruned_by_content ON pruned (content_hash) WHERE content_hash IS NOT NULL;
