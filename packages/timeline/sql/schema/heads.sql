-- The newest recorded state of each path that is recorded and on disk, with the file's identity at
-- that moment: a sweep compares these columns with the disk and reads only files that differ.
-- 64-bit values the system reports as unsigned (dev, ino) are stored as the signed integer with the
-- same bits. `racy` = 1: the file must be read again even when all of them are equal. `withheld` as in
-- its row of `versions`: nothing else holds the content of that file.
CREATE TABLE heads (
  path         INTEGER PRIMARY KEY,
  snapshot_id  INTEGER NOT NULL,
  content_hash BLOB NOT NULL CHECK (length(content_hash) = 32),
  size_bytes   INTEGER NOT NULL CHECK (size_bytes >= 0),
  mode         INTEGER NOT NULL,
  dev          INTEGER NOT NULL,
  ino          INTEGER NOT NULL,
  stat_size    INTEGER NOT NULL,
  stat_mode    INTEGER NOT NULL,
  mtime_ns     INTEGER NOT NULL,
  ctime_ns     INTEGER NOT NULL,
  racy         INTEGER NOT NULL CHECK (racy IN (0, 1)),
  withheld     INTEGER
) STRICT;

-- Files that cannot be recorded, to count them: there is a bound.
CREATE INDEX heads_unrecordable ON heads (path) WHERE withheld > 1;
