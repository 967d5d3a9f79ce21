-- Version 8: directories have modes.
CREATE TABLE directories (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  path      TEXT NOT NULL,
  mode      INTEGER NOT NULL CHECK (mode BETWEEN 16384 AND 16895),
  timestamp TEXT NOT NULL CHECK (length(timestamp) = 24),
  after_id  INTEGER NOT NULL CHECK (after_id >= 0)
) STRICT;
CREATE INDEX directories_by_path ON directories (path, after_id);
