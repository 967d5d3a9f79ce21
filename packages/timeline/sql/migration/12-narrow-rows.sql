-- Version 12: narrower rows. `snapshots` becomes a view of `versions`, which names paths by their number in
-- `paths` and has digests, instants and words as bytes and numbers; `heads` and `departed` name paths so,
-- too. `contents` goes: the index `versions_by_content` answers what it did. Ids stay, and so does the
-- highest one ever given out. Damage that a value was hidden in until now fails the step.
DROP INDEX candidates_by_snapshot;
DROP INDEX heads_raw;
DROP INDEX heads_unrecordable;
DROP INDEX departed_raw;
ALTER TABLE candidates RENAME TO candidates_11;
ALTER TABLE snapshots RENAME TO snapshots_11;
ALTER TABLE heads RENAME TO heads_11;
ALTER TABLE departed RENAME TO departed_11;
ALTER TABLE released RENAME TO released_11;
CREATE TABLE paths (
  id        INTEGER PRIMARY KEY,
  file_path TEXT NOT NULL UNIQUE
) STRICT;
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
CREATE TABLE departed (
  path        INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL
) STRICT;
CREATE TABLE released (
  hash       BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE candidates (
  id          INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  session     TEXT NOT NULL,
  turn        INTEGER,
  tool_call   INTEGER
) STRICT;
-- Paths get their numbers in the
-- order in which they were first recorded.
INSERT OR IGNORE INTO paths (file_path) SELECT file_path FROM snapshots_11 ORDER BY id;
INSERT OR IGNORE INTO paths (file_path)
  SELECT renamed_from FROM snapshots_11 WHERE renamed_from IS NOT NULL ORDER BY id;
INSERT INTO versions (id, path, hash, size_bytes, stamp, event, line_count, lines_added,
  lines_removed, lines_exact, settled, mode, cause, session, turn, actor, confidence, renamed_from,
  operation, clock_skew_ms, rename_evidence, tool_call, withheld)
  SELECT s.id, (SELECT p.id FROM paths p WHERE p.file_path = s.file_path), unhex(s.content_hash),
    s.size_bytes, CAST(round(unixepoch(s.timestamp, 'subsec') * 1000) AS INTEGER),
    CASE s.event_type WHEN 'create' THEN 0 WHEN 'modify' THEN 1 WHEN 'delete' THEN 2 WHEN 'rename' THEN 3 END,
    s.line_count, s.lines_added, s.lines_removed, s.lines_exact, s.settled, s.mode,
    CASE s.cause WHEN 'baseline' THEN 0 WHEN 'event' THEN 1 WHEN 'sweep' THEN 2 WHEN 'operation' THEN 3
      WHEN 'excluded' THEN 4 WHEN 'renamed' THEN 5 END,
    s.session, CAST(s.turn AS INTEGER), s.actor,
    CASE s.confidence WHEN 'hook' THEN 0 WHEN 'process' THEN 1 WHEN 'window' THEN 2 WHEN 'ambiguous' THEN 3
      ELSE iif(s.confidence IS NULL, NULL, -1) END,
    (SELECT p.id FROM paths p WHERE p.file_path = s.renamed_from), s.operation, s.clock_skew_ms,
    CASE s.rename_evidence WHEN 'inode' THEN 0 WHEN 'content' THEN 1 WHEN 'similar' THEN 2
      ELSE iif(s.rename_evidence IS NULL, NULL, -1) END,
    s.tool_call, s.withheld
  FROM snapshots_11 s ORDER BY s.id;
INSERT INTO heads (path, snapshot_id, content_hash, size_bytes, mode, dev, ino, stat_size, stat_mode,
  mtime_ns, ctime_ns, racy, withheld)
  SELECT p.id, h.snapshot_id, unhex(h.content_hash), h.size_bytes, h.mode, h.dev, h.ino, h.stat_size,
    h.stat_mode, h.mtime_ns, h.ctime_ns, h.racy, h.withheld
  FROM heads_11 h JOIN paths p ON p.file_path = h.file_path ORDER BY p.id;
INSERT INTO departed (path, snapshot_id)
  SELECT p.id, d.snapshot_id FROM departed_11 d JOIN paths p ON p.file_path = d.file_path ORDER BY p.id;
INSERT INTO released (hash, size_bytes)
  SELECT r.hash, c.size_bytes FROM released_11 r JOIN contents c ON c.hash = r.hash;
INSERT INTO candidates (id, snapshot_id, session, turn, tool_call)
  SELECT id, snapshot_id, session, turn, tool_call FROM candidates_11 ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'versions';
INSERT INTO sqlite_sequence (name, seq) SELECT 'versions', seq FROM sqlite_sequence WHERE name = 'snapshots_11';
DROP TABLE candidates_11;
DROP TABLE snapshots_11;
DROP TABLE heads_11;
DROP TABLE departed_11;
DROP TABLE released_11;
DROP TABLE contents;
CREATE INDEX paths_raw ON paths (file_path) WHERE instr(file_path, '//') > 0;
CREATE INDEX versions_by_path ON versions (path, id);
CREATE INDEX versions_by_content ON versions (substr(hash, 1, 6)) WHERE hash IS NOT NULL AND withheld IS NULL;
CREATE INDEX versions_settled ON versions (id) WHERE settled = 1;
CREATE INDEX versions_renamed ON versions (renamed_from) WHERE renamed_from IS NOT NULL;
CREATE INDEX versions_departures ON versions (id) WHERE cause = 5;
CREATE INDEX versions_by_session ON versions (session) WHERE session IS NOT NULL;
CREATE INDEX versions_by_turn ON versions (turn) WHERE turn IS NOT NULL;
CREATE INDEX versions_skewed ON versions (id) WHERE clock_skew_ms IS NOT NULL;
CREATE INDEX versions_attributed ON versions (id, actor) WHERE confidence IS NOT NULL;
CREATE INDEX heads_unrecordable ON heads (path) WHERE withheld > 1;
CREATE INDEX candidates_by_snapshot ON candidates (snapshot_id);
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
