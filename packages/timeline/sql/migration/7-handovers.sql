-- Version 7, too: directories that another project records.
CREATE TABLE handovers (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  path      TEXT NOT NULL,
  project   TEXT NOT NULL CHECK (length(project) = 16),
  from_time TEXT NOT NULL CHECK (length(from_time) = 24),
  before_id INTEGER NOT NULL CHECK (before_id >= 0),
  to_time   TEXT CHECK (to_time IS NULL OR length(to_time) = 24),
  taken     INTEGER CHECK (taken IS NULL OR taken >= 0),
  CHECK ((to_time IS NULL) = (taken IS NULL))
) STRICT;
