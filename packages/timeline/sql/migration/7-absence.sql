-- Version 7: what is deleted leaves a trace, and it is said how far back absence is known.
CREATE TABLE thinned (
  id           INTEGER PRIMARY KEY,
  file_path    TEXT NOT NULL,
  timestamp    TEXT NOT NULL CHECK (length(timestamp) = 24),
  present      INTEGER NOT NULL CHECK (present IN (0, 1)),
  renamed_from TEXT,
  pruning      INTEGER NOT NULL
) STRICT;
CREATE INDEX thinned_by_path ON thinned (file_path, id DESC);
CREATE INDEX thinned_by_time ON thinned (timestamp DESC, id DESC);
CREATE TABLE horizons (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  kind    TEXT NOT NULL CHECK (kind IN ('start', 'absence', 'known')),
  from_id INTEGER NOT NULL CHECK (from_id >= 0),
  to_id   INTEGER NOT NULL CHECK (to_id >= from_id),
  to_time TEXT NOT NULL CHECK (length(to_time) = 24)
) STRICT;
-- Rows went without a trace: up to now nobody knows what was absent.
INSERT INTO horizons (kind, from_id, to_id, to_time)
  SELECT 'absence', 0, id, timestamp FROM snapshots
  WHERE EXISTS (SELECT 1 FROM prunings) ORDER BY id DESC LIMIT 1;
