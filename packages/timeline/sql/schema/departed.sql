-- The paths that have rows but no head: deleted, or no longer recorded. `snapshot_id` is their
-- newest row. Every path in `snapshots` stands either here or in `heads`, never in both, so the two
-- together are the list of all paths and the state at an instant need not search for it.
CREATE TABLE departed (
  file_path   TEXT NOT NULL PRIMARY KEY,
  snapshot_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- As `heads_raw`.
CREATE INDEX departed_raw ON departed (file_path) WHERE instr(file_path, '//') > 0;
