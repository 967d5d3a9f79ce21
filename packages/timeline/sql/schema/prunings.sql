-- Deletions of rows, one row each: by the policy of retention, because a person asked, because the
-- size cap was reached, or because something had to be forgotten. `from_time` is that
-- of the oldest row deleted, `to_time` that of the row which follows the newest one deleted of a path:
-- states in between are no longer exact. `argv` is JSON, `[]` where nobody asked.
CREATE TABLE prunings (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  at        TEXT NOT NULL CHECK (length(at) = 24),
  cause     TEXT NOT NULL CHECK (cause IN ('policy', 'asked', 'cap', 'forget')),
  argv      TEXT NOT NULL,
  snapshots INTEGER NOT NULL CHECK (snapshots > 0),
  from_time TEXT NOT NULL CHECK (length(from_time) = 24),
  to_time   TEXT NOT NULL CHECK (length(to_time) = 24)
) STRICT;
