-- Contents on their way to the object store. They are committed in the transaction of the rows that
-- refer to them, so a row never outlives its content even when the power fails; once the object
-- file itself is durable the content is dropped from here. A reader that finds an object missing or
-- damaged looks here. `committed_at`: milliseconds since 1970, by the clock of the rows.
CREATE TABLE inbox (
  id           INTEGER PRIMARY KEY,
  hash         BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  data         BLOB NOT NULL,
  committed_at INTEGER NOT NULL
) STRICT;
