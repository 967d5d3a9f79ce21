-- Changes that unf itself made to the disk. A row is written before anything is touched (`staging`), becomes
-- `committed` in one statement, from which on the operation counts as decided, and is finished as
-- `done`, `partial` (some steps were not carried out) or `abandoned` (nothing is changed). One that is
-- not finished was cut off by a crash, and its `steps` say how to end it. `before_id` is the newest
-- row of `snapshots` just before it (0: none), the state to go back to; `after_id` its own newest row,
-- or `before_id` where it has none. `argv` is JSON. `files` counts the files and links it is to
-- change, once it is finished those that it did change.
CREATE TABLE operations (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  kind        TEXT NOT NULL CHECK (kind IN ('restore', 'undo', 'redo')),
  started_at  TEXT NOT NULL CHECK (length(started_at) = 24),
  finished_at TEXT CHECK (finished_at IS NULL OR length(finished_at) = 24),
  argv        TEXT NOT NULL,
  before_id   INTEGER NOT NULL CHECK (before_id >= 0),
  after_id    INTEGER,
  plan        TEXT NOT NULL,
  inverts     INTEGER,
  state       TEXT NOT NULL CHECK (state IN ('staging', 'committed', 'done', 'partial', 'abandoned')),
  files       INTEGER NOT NULL CHECK (files >= 0),
  CHECK ((kind = 'restore') = (inverts IS NULL)),
  CHECK ((state IN ('staging', 'committed')) = (finished_at IS NULL)
     AND (finished_at IS NULL) = (after_id IS NULL))
) STRICT;
