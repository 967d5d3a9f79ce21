-- Contents whose rows were deleted in part or all, written in the transaction that deleted them. Until
-- it is known whether another row refers to such a content, `contents` still lists it, so that nothing
-- is collected too early; then it goes from here, and from `contents` too when nothing refers to it.
CREATE TABLE released (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32)
) STRICT, WITHOUT ROWID;
