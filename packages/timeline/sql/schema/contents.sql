-- Each distinct content the rows of this timeline refer to, once, by its 32 digest bytes. It answers
-- how large the recorded contents are without reading every row, which objects are still needed, and
-- where a content was seen last: `snapshot_id` is the newest row with it.
CREATE TABLE contents (
  hash        BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  size_bytes  INTEGER NOT NULL CHECK (size_bytes >= 0),
  snapshot_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
