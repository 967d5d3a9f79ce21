-- Named instants: bookmarks, not copies. The tree of a checkpoint is the state at `snapshot_id` (0:
-- before the first row), `files` the number of files in it. Labels may repeat. `payload` is a
-- program's own bytes, kept as they came; it stands last, so that a listing need not read it.
-- `pinned` = 1: only a person deletes it.
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
