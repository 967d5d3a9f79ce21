-- One use of a tool by an agent, and what it may write: `paths`, the files in `detail`, a JSON list of
-- objects with `path` and, where the whole content is known beforehand, its digest as `hash`; `shell`,
-- anything, by the command in `detail`; `nothing`. `turn` is NULL where the agent tells of no prompts.
-- `agent_call` is the agent's own id of it. `started_at` to `ended_at` is the span in which it can have
-- written.
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

-- The tool calls of one session, or of one of its turns.
CREATE INDEX tool_calls_by_session ON tool_calls (session, turn);
