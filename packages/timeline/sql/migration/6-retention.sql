-- Version 6: rows that are deleted, contents that are forgotten or not kept, histories of other programs.
ALTER TABLE snapshots ADD COLUMN withheld INTEGER;
ALTER TABLE heads ADD COLUMN withheld INTEGER;
CREATE TABLE prunings (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  at        TEXT NOT NULL CHECK (length(at) = 24),
  cause     TEXT NOT NULL CHECK (cause IN ('policy', 'asked', 'cap', 'forget')),
  argv      TEXT NOT NULL,
  snapshots INTEGER NOT NULL CHECK (snapshots > 0),
  from_time TEXT NOT NULL CHECK (length(from_time) = 24),
  to_time   TEXT NOT NULL CHECK (length(to_time) = 24)
) STRICT;
CREATE TABLE released (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32)
) STRICT, WITHOUT ROWID;
CREATE TABLE forgettings (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  at        TEXT NOT NULL CHECK (length(at) = 24),
  kind      TEXT NOT NULL CHECK (kind IN ('path', 'content', 'before', 'project')),
  pattern   TEXT,
  up_to     INTEGER NOT NULL CHECK (up_to >= 0),
  hashes    TEXT NOT NULL,
  lasting   INTEGER NOT NULL CHECK (lasting IN (0, 1)),
  state     TEXT NOT NULL CHECK (state IN ('pending', 'done')),
  snapshots INTEGER NOT NULL CHECK (snapshots >= 0),
  CHECK ((kind = 'path') = (pattern IS NOT NULL)),
  CHECK (kind = 'path' OR lasting = 0)
) STRICT;
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
