-- Traces of rows that pruning deleted: that the path was there from then on, or was not, with no
-- content. `id` and `timestamp` are those of the first such row; what was deleted right behind it and
-- says the same leaves nothing more. It counts until the path's next row, here or in `snapshots`, none
-- of whose ids is here. `renamed_from` and `clock_skew_ms` as there: a row with either always leaves
-- one. `pruning` is the one that deleted it.
CREATE TABLE thinned (
  id           INTEGER PRIMARY KEY,
  file_path    TEXT NOT NULL,
  timestamp    TEXT NOT NULL CHECK (length(timestamp) = 24),
  present      INTEGER NOT NULL CHECK (present IN (0, 1)),
  renamed_from TEXT,
  pruning      INTEGER NOT NULL,
  clock_skew_ms INTEGER
) STRICT;

-- Finds the trace that counts of a path at an instant.
CREATE INDEX thinned_by_path ON thinned (file_path, id DESC);

-- Which ids lie in a span of time.
CREATE INDEX thinned_by_time ON thinned (timestamp DESC, id DESC);

-- Instants that the clock showed twice: which state they mean when the rows are gone.
CREATE INDEX thinned_skewed ON thinned (id) WHERE clock_skew_ms IS NOT NULL;
