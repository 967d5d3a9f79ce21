-- Spans in which versions may have been missed, and why. A gap is closed by the sweep that made the
-- timeline agree with the disk again; `paths_differed` is what that sweep found.
CREATE TABLE gaps (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  from_time      TEXT NOT NULL CHECK (length(from_time) = 24),
  to_time        TEXT NOT NULL CHECK (length(to_time) = 24),
  reason         TEXT NOT NULL,
  closed_at      TEXT CHECK (closed_at IS NULL OR length(closed_at) = 24),
  closed_by      TEXT,
  paths_differed INTEGER,
  CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (paths_differed IS NULL))
) STRICT;
