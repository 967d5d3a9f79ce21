-- Version 4: operations as transactions with a journal, checkpoints, and the newest row of a content.
-- The rows of the old table are taken over by 4-former-operations.sql.
ALTER TABLE operations RENAME TO operations_3;
UPDATE sqlite_sequence SET name = 'operations' WHERE name = 'operations_3';
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
CREATE TABLE steps (
  id            INTEGER PRIMARY KEY,
  operation     INTEGER NOT NULL REFERENCES operations (id) ON DELETE CASCADE,
  position      INTEGER NOT NULL CHECK (position >= 0),
  file_path     TEXT NOT NULL,
  from_kind     TEXT NOT NULL CHECK (from_kind IN ('absent', 'directory', 'recorded', 'rescued')),
  from_mode     INTEGER,
  from_hash     TEXT CHECK (from_hash IS NULL OR length(from_hash) = 64),
  from_bytes    INTEGER CHECK (from_bytes IS NULL OR from_bytes >= 0),
  from_snapshot INTEGER,
  from_rescue   INTEGER,
  to_kind       TEXT NOT NULL CHECK (to_kind IN ('absent', 'directory', 'recorded', 'rescued')),
  to_mode       INTEGER,
  to_hash       TEXT CHECK (to_hash IS NULL OR length(to_hash) = 64),
  to_bytes      INTEGER CHECK (to_bytes IS NULL OR to_bytes >= 0),
  to_snapshot   INTEGER,
  to_rescue     INTEGER,
  temporary     TEXT,
  failure       TEXT,
  UNIQUE (operation, position),
  CHECK ((from_kind = 'absent') = (from_mode IS NULL)
     AND (from_kind = 'recorded') = (from_hash IS NOT NULL)
     AND (from_kind IN ('recorded', 'rescued')) = (from_bytes IS NOT NULL)
     AND (from_kind = 'recorded' OR from_snapshot IS NULL)
     AND (from_kind = 'rescued' OR from_rescue IS NULL)),
  CHECK ((to_kind = 'absent') = (to_mode IS NULL)
     AND (to_kind = 'recorded') = (to_hash IS NOT NULL)
     AND (to_kind IN ('recorded', 'rescued')) = (to_bytes IS NOT NULL)
     AND (to_kind = 'recorded' OR to_snapshot IS NULL)
     AND (to_kind = 'rescued' OR to_rescue IS NULL))
) STRICT;
CREATE TABLE checkpoints (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  label       TEXT,
  message     TEXT,
  at          TEXT NOT NULL CHECK (length(at) = 24),
  snapshot_id INTEGER NOT NULL CHECK (snapshot_id >= 0),
  files       INTEGER NOT NULL CHECK (files >= 0),
  pinned      INTEGER NOT NULL CHECK (pinned IN (0, 1)),
  payload     BLOB
) STRICT;
DROP TABLE contents;
CREATE TABLE contents (
  hash        BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  size_bytes  INTEGER NOT NULL CHECK (size_bytes >= 0),
  snapshot_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO contents (hash, size_bytes, snapshot_id)
  SELECT unhex(content_hash), size_bytes, max(id) FROM snapshots
  WHERE content_hash IS NOT NULL GROUP BY content_hash;
