-- The schema of version 12, as that program wrote it.
CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE paths (
  id        INTEGER PRIMARY KEY,
  file_path TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX paths_raw ON paths (file_path) WHERE instr(file_path, '//') > 0;
CREATE TABLE versions (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  path            INTEGER NOT NULL,
  hash            BLOB CHECK (hash IS NULL OR length(hash) = 32),
  size_bytes      INTEGER NOT NULL CHECK (size_bytes >= 0),
  stamp           INTEGER NOT NULL CHECK (stamp BETWEEN 0 AND 253402300799999),
  event           INTEGER NOT NULL CHECK (event BETWEEN 0 AND 3),
  line_count      INTEGER,
  lines_added     INTEGER,
  lines_removed   INTEGER,
  lines_exact     INTEGER,
  settled         INTEGER NOT NULL CHECK (settled IN (0, 1)),
  mode            INTEGER NOT NULL,
  cause           INTEGER NOT NULL CHECK (cause BETWEEN 0 AND 5),
  session         TEXT,
  turn            INTEGER,
  actor           TEXT,
  confidence      INTEGER CHECK (confidence IS NULL OR confidence BETWEEN 0 AND 3),
  renamed_from    INTEGER,
  operation       INTEGER,
  clock_skew_ms   INTEGER,
  rename_evidence INTEGER CHECK (rename_evidence IS NULL OR rename_evidence BETWEEN 0 AND 2),
  tool_call       INTEGER,
  withheld        INTEGER,
  CHECK ((event = 2) = (hash IS NULL)),
  CHECK (cause <> 5 OR event = 2),
  CHECK ((line_count IS NULL) = (lines_added IS NULL)
     AND (line_count IS NULL) = (lines_removed IS NULL)
     AND (line_count IS NULL) = (lines_exact IS NULL))
) STRICT;
CREATE INDEX versions_by_path ON versions (path, id);
CREATE INDEX versions_by_content ON versions (substr(hash, 1, 6)) WHERE hash IS NOT NULL AND withheld IS NULL;
CREATE INDEX versions_settled ON versions (id) WHERE settled = 1;
CREATE INDEX versions_renamed ON versions (renamed_from) WHERE renamed_from IS NOT NULL;
CREATE INDEX versions_departures ON versions (id) WHERE cause = 5;
CREATE INDEX versions_by_session ON versions (session) WHERE session IS NOT NULL;
CREATE INDEX versions_by_turn ON versions (turn) WHERE turn IS NOT NULL;
CREATE INDEX versions_skewed ON versions (id) WHERE clock_skew_ms IS NOT NULL;
CREATE INDEX versions_attributed ON versions (id, actor) WHERE confidence IS NOT NULL;
CREATE VIEW snapshots AS
SELECT v.id AS id, p.file_path AS file_path,
  iif(v.hash IS NULL, NULL, lower(hex(v.hash))) AS content_hash, v.size_bytes AS size_bytes,
  strftime('%Y-%m-%dT%H:%M:%fZ', v.stamp / 1000.0, 'unixepoch') AS timestamp,
  CASE v.event WHEN 0 THEN 'create' WHEN 1 THEN 'modify' WHEN 2 THEN 'delete' WHEN 3 THEN 'rename' END
    AS event_type,
  v.line_count AS line_count, v.lines_added AS lines_added, v.lines_removed AS lines_removed,
  v.lines_exact AS lines_exact, v.settled AS settled, v.mode AS mode,
  CASE v.cause WHEN 0 THEN 'baseline' WHEN 1 THEN 'event' WHEN 2 THEN 'sweep' WHEN 3 THEN 'operation'
    WHEN 4 THEN 'excluded' WHEN 5 THEN 'renamed' END AS cause,
  v.session AS session, CAST(v.turn AS TEXT) AS turn, v.actor AS actor,
  CASE v.confidence WHEN 0 THEN 'hook' WHEN 1 THEN 'process' WHEN 2 THEN 'window' WHEN 3 THEN 'ambiguous'
    END AS confidence,
  (SELECT o.file_path FROM paths o WHERE o.id = v.renamed_from) AS renamed_from,
  v.operation AS operation, v.clock_skew_ms AS clock_skew_ms,
  CASE v.rename_evidence WHEN 0 THEN 'inode' WHEN 1 THEN 'content' WHEN 2 THEN 'similar' END
    AS rename_evidence,
  v.tool_call AS tool_call, v.withheld AS withheld
FROM versions v JOIN paths p ON p.id = v.path;
CREATE TABLE heads (
  path         INTEGER PRIMARY KEY,
  snapshot_id  INTEGER NOT NULL,
  content_hash BLOB NOT NULL CHECK (length(content_hash) = 32),
  size_bytes   INTEGER NOT NULL CHECK (size_bytes >= 0),
  mode         INTEGER NOT NULL,
  dev          INTEGER NOT NULL,
  ino          INTEGER NOT NULL,
  stat_size    INTEGER NOT NULL,
  stat_mode    INTEGER NOT NULL,
  mtime_ns     INTEGER NOT NULL,
  ctime_ns     INTEGER NOT NULL,
  racy         INTEGER NOT NULL CHECK (racy IN (0, 1)),
  withheld     INTEGER
) STRICT;
CREATE INDEX heads_unrecordable ON heads (path) WHERE withheld > 1;
CREATE TABLE departed (
  path        INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL
) STRICT;
CREATE TABLE inbox (
  id           INTEGER PRIMARY KEY,
  hash         BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  data         BLOB NOT NULL,
  committed_at INTEGER NOT NULL
) STRICT;
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
CREATE TABLE totals (
  only          INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  snapshots     INTEGER NOT NULL,
  settled       INTEGER NOT NULL,
  files         INTEGER NOT NULL,
  content_bytes INTEGER NOT NULL
) STRICT;
INSERT INTO totals VALUES (1, 0, 0, 0, 0);
CREATE TABLE bursts (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  before_id     INTEGER NOT NULL CHECK (before_id >= 0),
  from_time     TEXT NOT NULL CHECK (length(from_time) = 24),
  to_time       TEXT NOT NULL CHECK (length(to_time) = 24),
  paths_changed INTEGER NOT NULL,
  paths_deleted INTEGER NOT NULL
) STRICT;
CREATE TABLE sessions (
  id            TEXT NOT NULL PRIMARY KEY,
  agent         TEXT NOT NULL,
  agent_session TEXT NOT NULL,
  cwd           TEXT,
  label         TEXT,
  parent        TEXT,
  started_at    TEXT NOT NULL CHECK (length(started_at) = 24),
  ended_at      TEXT CHECK (ended_at IS NULL OR length(ended_at) = 24),
  ended_by      TEXT CHECK (ended_by IS NULL OR ended_by IN ('session_end', 'timeout')),
  pauses        TEXT,
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
) STRICT;
CREATE TABLE turns (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  session    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  label      TEXT NOT NULL,
  prompt     TEXT,
  started_at TEXT NOT NULL CHECK (length(started_at) = 24),
  before_id  INTEGER NOT NULL CHECK (before_id >= 0),
  ended_at   TEXT CHECK (ended_at IS NULL OR length(ended_at) = 24),
  ended_by   TEXT CHECK (ended_by IS NULL OR ended_by IN ('stop', 'next_prompt', 'session_end', 'timeout')),
  after_id   INTEGER CHECK (after_id IS NULL OR after_id >= 0),
  prompt_id  TEXT,
  CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (after_id IS NULL))
) STRICT;
CREATE INDEX turns_by_session ON turns (session);
CREATE UNIQUE INDEX turns_by_prompt ON turns (session, prompt_id) WHERE prompt_id IS NOT NULL;
CREATE TABLE tool_calls (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  session    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  turn       INTEGER,
  agent_call TEXT,
  tool       TEXT NOT NULL,
  reach      TEXT NOT NULL CHECK (reach IN ('paths', 'shell', 'nothing')),
  detail     TEXT,
  started_at TEXT NOT NULL CHECK (length(started_at) = 24),
  ended_at   TEXT CHECK (ended_at IS NULL OR length(ended_at) = 24),
  CHECK ((reach = 'nothing') = (detail IS NULL))
) STRICT;
CREATE INDEX tool_calls_by_session ON tool_calls (session, turn);
CREATE TABLE candidates (
  id          INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  session     TEXT NOT NULL,
  turn        INTEGER,
  tool_call   INTEGER
) STRICT;
CREATE INDEX candidates_by_snapshot ON candidates (snapshot_id);
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
  hash       BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0)
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
CREATE TABLE thinned (
  id           INTEGER PRIMARY KEY,
  file_path    TEXT NOT NULL,
  timestamp    TEXT NOT NULL CHECK (length(timestamp) = 24),
  present      INTEGER NOT NULL CHECK (present IN (0, 1)),
  renamed_from TEXT,
  pruning      INTEGER NOT NULL,
  clock_skew_ms INTEGER
) STRICT;
CREATE INDEX thinned_by_path ON thinned (file_path, id DESC);
CREATE INDEX thinned_by_time ON thinned (timestamp DESC, id DESC);
CREATE INDEX thinned_skewed ON thinned (id) WHERE clock_skew_ms IS NOT NULL;
CREATE TABLE horizons (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  kind    TEXT NOT NULL CHECK (kind IN ('start', 'absence', 'known')),
  from_id INTEGER NOT NULL CHECK (from_id >= 0),
  to_id   INTEGER NOT NULL CHECK (to_id >= from_id),
  to_time TEXT NOT NULL CHECK (length(to_time) = 24)
) STRICT;
CREATE TABLE pruned (
  id            INTEGER PRIMARY KEY,
  file_path     TEXT NOT NULL,
  content_hash  TEXT,
  size_bytes    INTEGER NOT NULL,
  timestamp     TEXT NOT NULL,
  event_type    TEXT NOT NULL,
  line_count    INTEGER,
  lines_added   INTEGER,
  lines_removed INTEGER,
  lines_exact   INTEGER,
  settled       INTEGER NOT NULL,
  mode          INTEGER NOT NULL,
  cause         TEXT NOT NULL,
  session       TEXT,
  turn          TEXT,
  actor         TEXT,
  confidence    TEXT,
  renamed_from  TEXT,
  operation     INTEGER,
  clock_skew_ms INTEGER,
  rename_evidence TEXT,
  tool_call     INTEGER,
  withheld      INTEGER,
  candidates    TEXT NOT NULL,
  pruning       INTEGER NOT NULL
) STRICT;
CREATE INDEX pruned_by_pruning ON pruned (pruning, file_path);
CREATE INDEX pruned_by_content ON pruned (content_hash) WHERE content_hash IS NOT NULL;
CREATE TABLE handovers (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  path      TEXT NOT NULL,
  project   TEXT NOT NULL CHECK (length(project) = 16),
  from_time TEXT NOT NULL CHECK (length(from_time) = 24),
  before_id INTEGER NOT NULL CHECK (before_id >= 0),
  to_time   TEXT CHECK (to_time IS NULL OR length(to_time) = 24),
  taken     INTEGER CHECK (taken IS NULL OR taken >= 0),
  CHECK ((to_time IS NULL) = (taken IS NULL))
) STRICT;
CREATE TABLE directories (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  path      TEXT NOT NULL,
  mode      INTEGER NOT NULL CHECK (mode BETWEEN 16384 AND 16895),
  timestamp TEXT NOT NULL CHECK (length(timestamp) = 24),
  after_id  INTEGER NOT NULL CHECK (after_id >= 0)
) STRICT;
CREATE INDEX directories_by_path ON directories (path, after_id);
