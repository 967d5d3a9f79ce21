-- The paths that have rows but no head: deleted, or no longer recorded. `snapshot_id` is their
-- newest row. Every path of a row of `versions` stands either here or in `heads`, never in both.
CREATE TABLE departed (
  path        INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL
) STRICT;
