-- Directories that another project records, or did: from `from_time` on, just before which `before_id` was
-- the newest row, nothing at or below `path` gets a row here, and the newest rows stay what they were.
-- `to_time` is when it was handed back, NULL while it lasts; `taken` is how many rows of that project
-- were then put between the rows that are here, as if they had always been.
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
