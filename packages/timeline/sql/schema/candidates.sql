-- Candidates for the author of a row of which more than one can have written it: one row each. Where all are of
-- one session, somebody who is no agent may have, too.
-- The snapshot itself holds what they have in common.
CREATE TABLE candidates (
  id          INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  session     TEXT NOT NULL,
  turn        INTEGER,
  tool_call   INTEGER
) STRICT;

-- The candidates of one snapshot.
CREATE INDEX candidates_by_snapshot ON candidates (snapshot_id);
