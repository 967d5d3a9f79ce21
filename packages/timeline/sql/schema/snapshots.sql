-- One row is one recorded state of one file at one instant. `id` is the logical clock: rows are
-- ordered by it, an id is never used twice, and `timestamp` never goes down as `id` goes up. A row
-- is written once; later only `settled` goes from 0 to 1 (together with `event_type` and the line
-- counts of the burst it closes), a creation and the deletion it belongs to become a rename
-- (`renamed_from`, `rename_evidence`, and `cause` of the deletion), who wrote the file is found out
-- later than what (`session`, `turn`, `tool_call`, `actor`, `confidence`: all NULL where nobody is
-- known), and pruning deletes whole rows. `withheld` is NULL where the content is kept. Else it was
-- seen and is not in `contents`: 1 by a setting, 2 because the file is binary, 3 because it is too
-- large. Of a file of more than 64 MiB, or that may not be read, `content_hash` is then no digest of
-- its content: see docs/format/timeline.md.
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
  tool_call     INTEGER,
  withheld      INTEGER,
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

-- The rows of one session, of one turn.
CREATE INDEX snapshots_by_session ON snapshots (session) WHERE session IS NOT NULL;
CREATE INDEX snapshots_by_turn ON snapshots (turn) WHERE turn IS NOT NULL;

-- Finds rows by the clock's reading, where it had been ahead: instants that it showed twice.
CREATE INDEX snapshots_skewed ON snapshots (id) WHERE clock_skew_ms IS NOT NULL;

-- The rows of any agent or of one, also where most rows are nobody's.
CREATE INDEX snapshots_attributed ON snapshots (id, actor) WHERE confidence IS NOT NULL;
