-- Each distinct content the rows of this timeline refer to, once, by its 32 digest bytes. It answers
-- how large the recorded contents are without reading every row, and which objects are still needed.
CREATE TABLE contents (
  hash       BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0)
) STRICT, WITHOUT ROWID;
