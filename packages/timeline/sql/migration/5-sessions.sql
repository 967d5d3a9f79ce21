-- Version 5: who wrote a row: sessions of agents, their turns and tool calls.
ALTER TABLE snapshots ADD COLUMN tool_call INTEGER;
CREATE INDEX snapshots_by_session ON snapshots (session) WHERE session IS NOT NULL;
CREATE INDEX snapshots_by_turn ON snapshots (turn) WHERE turn IS NOT NULL;
CREATE INDEX snapshots_attributed ON snapshots (id, actor) WHERE confidence IS NOT NULL;
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
  CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (after_id IS NULL))
) STRICT;
CREATE INDEX turns_by_session ON turns (session);
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
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,
  session     TEXT NOT NULL,
  turn        INTEGER,
  tool_call   INTEGER
) STRICT;
CREATE INDEX candidates_by_snapshot ON candidates (snapshot_id);
