-- Mass changes: many paths within a moment, as by a checkout or `rm -r`. `before_id` is the newest row
-- just before its first change (0: none), so that the state before it has a name. Its rows are those
-- after `before_id` up to the newest one at `to_time`; `paths_changed` and `paths_deleted` count
-- their paths, rows of unf's own operations left out.
CREATE TABLE bursts (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  before_id     INTEGER NOT NULL CHECK (before_id >= 0),
  from_time     TEXT NOT NULL CHECK (length(from_time) = 24),
  to_time       TEXT NOT NULL CHECK (length(to_time) = 24),
  paths_changed INTEGER NOT NULL,
  paths_deleted INTEGER NOT NULL
) STRICT;
