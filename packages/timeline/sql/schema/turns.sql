-- One prompt of a session and the agent's answer. The state before it is the one at `before_id` (0:
-- before the first row), the state after it the one at `after_id`: the newest rows at both instants, of
-- whomever they are. `label` is the prompt's first line, cut; `prompt` the whole, where the person wants
-- it kept; `prompt_id` the agent's own name of it, where it tells one. A session has at most one open turn.
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

-- The turns of one session.
CREATE INDEX turns_by_session ON turns (session);

-- The turn of a prompt.
CREATE UNIQUE INDEX turns_by_prompt ON turns (session, prompt_id) WHERE prompt_id IS NOT NULL;
