-- Histories of other programs that were taken over: rows `first_id` to `last_id`. `source` names the
-- program, `origin` is the store's path and `key` what it was known by there, so that it is taken once.
CREATE TABLE imports (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  at       TEXT NOT NULL CHECK (length(at) = 24),
  source   TEXT NOT NULL,
  origin   TEXT NOT NULL,
  key      TEXT NOT NULL,
  first_id INTEGER NOT NULL,
  last_id  INTEGER NOT NULL,
  UNIQUE (source, key)
) STRICT;
