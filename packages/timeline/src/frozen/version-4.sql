-- What this timeline is about: one text value a key. Written when the timeline is created and when
-- its project's directory moves. Keys: project, root, dev, ino, born, created_at (docs/format/timeline.md).
CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row is one recorded state of one file at one instant. `id` is the logical clock: rows are
-- ordered by it, an id is never used twice, and `timestamp` never goes down as `id` goes up. A row
-- is written once; later only `settled` goes from 0 to 1 (together with `event_type` and the line
-- counts of the burst it closes), a creation and the deletion it belongs to become a rename
-- (`renamed_from`, `rename_evidence`, and `cause` of the deletion), and pruning deletes whole rows.
CREATE TABLE snapshots (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  file_path     TEXT NOT NULL,
  content_hash  TEXT CHECK (content_hash IS NULL OR length(content_hash) = 64),
  size_bytes    INTEGER NOT NULL CHECK (size_bytes >= 0),
  timestamp     TEXT NOT NULL CHECK (length(timestamp) = 24),
  event_type    TEXT NOT NULL CHECK (event_type IN ('create', 'modify', 'delete', 'rename')),
  line_count    INTEGER,
  lines_added   INTEGER,
  lines_removed INTEGER,
  lines_exact   INTEGER,
  settled       INTEGER NOT NULL CHECK (settled IN (0, 1)),
  mode          INTEGER NOT NULL,
  cause         TEXT NOT NULL CHECK (cause IN ('baseline', 'event', 'sweep', 'operation', 'excluded', 'renamed')),
  session       TEXT,
  turn          TEXT,
  actor         TEXT,
  confidence    TEXT,
  renamed_from  TEXT,
  operation     INTEGER,
  clock_skew_ms INTEGER,
  rename_evidence TEXT CHECK (rename_evidence IS NULL OR rename_evidence IN ('inode', 'content', 'similar')),
  CHECK ((event_type = 'delete') = (content_hash IS NULL)),
  CHECK (cause <> 'renamed' OR event_type = 'delete'),
  CHECK ((line_count IS NULL) = (lines_added IS NULL)
     AND (line_count IS NULL) = (lines_removed IS NULL)
     AND (line_count IS NULL) = (lines_exact IS NULL))
) STRICT;

-- Every version of one path, newest first: `log FILE`, `--at`, the version before a version.
CREATE INDEX snapshots_by_path ON snapshots (file_path, timestamp DESC, id DESC);

-- Which ids lie in a span of time; everything across the whole project is then read by id.
CREATE INDEX snapshots_by_time ON snapshots (timestamp DESC, id DESC);

-- The ids `log` shows by default, so that long runs of interim rows cost nothing.
CREATE INDEX snapshots_settled ON snapshots (id) WHERE settled = 1;

-- Where a file went: the renames that took it from a path.
CREATE INDEX snapshots_renamed ON snapshots (renamed_from) WHERE renamed_from IS NOT NULL;

-- The deletions that belong to renames, which listings count and leave out.
CREATE INDEX snapshots_departures ON snapshots (id) WHERE cause = 'renamed';

-- The newest recorded state of each path that is recorded and on disk, with the file's identity at
-- that moment: a sweep compares these columns with the disk and reads only files that differ.
-- 64-bit values the system reports as unsigned (dev, ino) are stored as the signed integer with the
-- same bits. `racy` = 1: the file must be read again even when all of them are equal.
CREATE TABLE heads (
  file_path    TEXT NOT NULL PRIMARY KEY,
  snapshot_id  INTEGER NOT NULL,
  content_hash TEXT NOT NULL CHECK (length(content_hash) = 64),
  size_bytes   INTEGER NOT NULL CHECK (size_bytes >= 0),
  mode         INTEGER NOT NULL,
  dev          INTEGER NOT NULL,
  ino          INTEGER NOT NULL,
  stat_size    INTEGER NOT NULL,
  stat_mode    INTEGER NOT NULL,
  mtime_ns     INTEGER NOT NULL,
  ctime_ns     INTEGER NOT NULL,
  racy         INTEGER NOT NULL CHECK (racy IN (0, 1))
) STRICT, WITHOUT ROWID;

-- The few paths that are not UTF-8. Their text (`//hh` for a raw byte) is not in path order, so they
-- are sorted apart from the others.
CREATE INDEX heads_raw ON heads (file_path) WHERE instr(file_path, '//') > 0;

-- The paths that have rows but no head: deleted, or no longer recorded. `snapshot_id` is their
-- newest row. Every path in `snapshots` stands either here or in `heads`, never in both, so the two
-- together are the list of all paths and the state at an instant need not search for it.
CREATE TABLE departed (
  file_path   TEXT NOT NULL PRIMARY KEY,
  snapshot_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- As `heads_raw`.
CREATE INDEX departed_raw ON departed (file_path) WHERE instr(file_path, '//') > 0;

-- Each distinct content the rows of this timeline refer to, once, by its 32 digest bytes. It answers
-- how large the recorded contents are without reading every row, which objects are still needed, and
-- where a content was seen last: `snapshot_id` is the newest row with it.
CREATE TABLE contents (
  hash        BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  size_bytes  INTEGER NOT NULL CHECK (size_bytes >= 0),
  snapshot_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Contents on their way to the object store. They are committed in the transaction of the rows that
-- refer to them, so a row never outlives its content even when the power fails; once the object
-- file itself is durable the content is dropped from here. A reader that finds an object missing or
-- damaged looks here. `committed_at`: milliseconds since 1970, by the clock of the rows.
CREATE TABLE inbox (
  id           INTEGER PRIMARY KEY,
  hash         BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  data         BLOB NOT NULL,
  committed_at INTEGER NOT NULL
) STRICT;

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

-- What unf itself did to the disk. A row is written before anything is touched (`staging`), becomes
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

-- The journal of an operation: one row a path, what stood there and what is to stand there, in the
-- order of its plan (`position` from 0). All rows of an operation are written together with it. Each
-- side is `absent`; a `directory`; `recorded`, a file or link whose content is in the store, with the
-- row of `snapshots` that holds it where there is one; or `rescued`, a file that cannot be recorded
-- and lies in the rescue directory of the operation in `_rescue` (NULL: of its own). `temporary` is
-- where the new content waits until it is renamed into place; `failure` says why a step was not
-- carried out although the others were.
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

-- One row of sums over the other tables, changed in the same transaction as they are, because
-- counting a million rows takes longer than a status display may. `content_bytes` is the sum of
-- `contents.size_bytes`; the others count all rows, settled rows, and heads.
CREATE TABLE totals (
  only          INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  snapshots     INTEGER NOT NULL,
  settled       INTEGER NOT NULL,
  files         INTEGER NOT NULL,
  content_bytes INTEGER NOT NULL
) STRICT;
INSERT INTO totals VALUES (1, 0, 0, 0, 0);

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
