-- One conversation of an agent: from its first event to its last. `agent_session` is the agent's own name
-- of it: work that goes on under it is of the same row, and the time since its end is then one of its
-- `pauses`. `parent` is the one from whose conversation it goes on under a new name, with `/t-` and the last
-- turn that both hold behind it where that is known. `label` is that of its first prompt unless it was given
-- one. What is not ended is open: a daemon that starts goes on with it.
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
