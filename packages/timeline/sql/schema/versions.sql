-- One row is one recorded state of one file at one instant, in numbers; the view `snapshots` has them in
-- words. `id` is the logical clock: rows are ordered by it, an id is never used twice, and `stamp`
-- (milliseconds since 1970) never goes down as `id` goes up, so that the id at an instant is found by
-- halving. A row is written once; later only `settled` goes from 0 to 1 (together with `event` and the
-- line counts of the burst it closes), a creation and the deletion it belongs to become a rename
-- (`renamed_from`, `rename_evidence`, and `cause` of the deletion), who wrote the file is found out
-- later than what (`session`, `turn`, `tool_call`, `actor`, `confidence`: all NULL where nobody is
-- known), and pruning deletes whole rows. `path`, `renamed_from`: `paths.id`. `hash`: 32 bytes.
-- `withheld` is NULL where the content is kept. Else it was seen and not kept: 1 by a setting, 2 because
-- the file is binary, 3 because it is too large. Of a file of more than 64 MiB, or that may not be read,
-- `hash` is then no digest of its content: see docs/format/timeline.md.
-- `event`: 0 create, 1 modify, 2 delete, 3 rename. `cause`: 0 baseline, 1 event, 2 sweep, 3 operation,
-- 4 excluded, 5 renamed. `confidence`: 0 hook, 1 process, 2 window, 3 ambiguous. `rename_evidence`:
-- 0 inode, 1 content, 2 similar.
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

-- Every version of one path, in order: `log FILE`, `--at`, the version before a version.
CREATE INDEX versions_by_path ON versions (path, id);

-- The rows with one content, by the first bytes of its digest: whether any has it, and which is the
-- newest. Withheld contents are not meant.
CREATE INDEX versions_by_content ON versions (substr(hash, 1, 6)) WHERE hash IS NOT NULL AND withheld IS NULL;

-- The ids `log` shows by default, so that long runs of interim rows cost nothing.
CREATE INDEX versions_settled ON versions (id) WHERE settled = 1;

-- Where a file went: the renames that took it from a path.
CREATE INDEX versions_renamed ON versions (renamed_from) WHERE renamed_from IS NOT NULL;

-- The deletions that belong to renames, which listings count and leave out.
CREATE INDEX versions_departures ON versions (id) WHERE cause = 5;

-- The rows of one session, of one turn.
CREATE INDEX versions_by_session ON versions (session) WHERE session IS NOT NULL;
CREATE INDEX versions_by_turn ON versions (turn) WHERE turn IS NOT NULL;

-- Finds rows by the clock's reading, where it had been ahead: instants that it showed twice.
CREATE INDEX versions_skewed ON versions (id) WHERE clock_skew_ms IS NOT NULL;
