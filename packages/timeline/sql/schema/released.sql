-- Contents whose rows were deleted in part or all, written in the transaction that deleted them. Until
-- it is known whether another row refers to such a content it counts as needed, so that nothing is
-- collected too early; then it goes from here, and its size from `totals` when nothing refers to it.
CREATE TABLE released (
  hash       BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0)
) STRICT, WITHOUT ROWID;
