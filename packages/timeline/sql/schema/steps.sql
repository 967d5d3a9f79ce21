-- The journal of an operation: one row a path, what stood there and what is to stand there, in the
-- order of its plan (`position` from 0). All rows of an operation are written together with it. Each
-- side is `absent`; a `directory`; `recorded`, a file or link whose content is in the store, with the
-- row of `snapshots` that holds it where there is one; or `rescued`, a file that cannot be recorded
-- and lies in the rescue directory of the operation in `_rescue` (NULL: of its own). `temporary` is
-- where the new content waits until it is renamed into place; `failure` says why a step was not
-- carried out although the others were. `digest` is what a rescue that is a copy holds, and must hold
-- to be put back: the digest of its bytes or, from 1 MiB on, of the digests of its pieces of 1 MiB, in
-- hex and in order. NULL: the file itself was kept, under a second name.
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
  from_digest   TEXT CHECK (from_digest IS NULL OR (from_kind = 'rescued' AND length(from_digest) = 64)),
  to_digest     TEXT CHECK (to_digest IS NULL OR (to_kind = 'rescued' AND length(to_digest) = 64)),
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
