-- Orders to forget, each written before anything is deleted, so that one that a crash cut off is carried
-- on. `kind` says what is meant: the files of `pattern`, a path or glob of this project; every row with
-- a content in `hashes`; every row up to `up_to` but for what is on disk; or the whole project. No row
-- beyond `up_to` is meant. `hashes`: digests of the contents that must vanish unless a row that stays
-- has them, as a JSON list, emptied when it is done. `lasting` = 1: what matches the pattern is not
-- recorded from then on.
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
