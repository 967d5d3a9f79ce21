-- What unf itself did to the disk. Written before the first file is touched (outcome `running`) and
-- finished afterwards; one that stays `running` was cut off. `before_id` is the newest row just
-- before it (0: none), the state to go back to; `argv` and `plan` are JSON.
CREATE TABLE operations (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  kind        TEXT NOT NULL,
  started_at  TEXT NOT NULL CHECK (length(started_at) = 24),
  finished_at TEXT CHECK (finished_at IS NULL OR length(finished_at) = 24),
  argv        TEXT NOT NULL,
  before_id   INTEGER NOT NULL,
  plan        TEXT NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('running', 'done', 'partial', 'failed'))
) STRICT;
