-- Modes of directories, as far as they differ from what is known already: a directory has the mode
-- of its newest row that is not beyond the instant, and without one that of the directory
-- above it. The root (path '') always has a row, so that before its first one nothing is known. Of a
-- directory that is gone the rows stay. `after_id` is the newest row of `snapshots` when it was seen, 0
-- before the first.
CREATE TABLE directories (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  path      TEXT NOT NULL,
  mode      INTEGER NOT NULL CHECK (mode BETWEEN 16384 AND 16895),
  timestamp TEXT NOT NULL CHECK (length(timestamp) = 24),
  after_id  INTEGER NOT NULL CHECK (after_id >= 0)
) STRICT;

-- The mode at an instant.
CREATE INDEX directories_by_path ON directories (path, after_id);
