-- Spans of the past of which not everything is known: the states at `from_id` and later, and before
-- `to_id`, which are ids of `snapshots`. `start`: the history starts at `to_time`, what was before it is
-- deleted, and a state there is none. `absence`: that a path has no row there does not say that it was
-- not there; older programs deleted rows without a trace, or damage took some. `known`: within a
-- `start` the state at `from_id` is known all the same, as it is that at a checkpoint.
CREATE TABLE horizons (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  kind    TEXT NOT NULL CHECK (kind IN ('start', 'absence', 'known')),
  from_id INTEGER NOT NULL CHECK (from_id >= 0),
  to_id   INTEGER NOT NULL CHECK (to_id >= from_id),
  to_time TEXT NOT NULL CHECK (length(to_time) = 24)
) STRICT;
