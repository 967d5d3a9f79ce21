-- Every path that a row of `versions` names, once: rows name it by its number. It goes with the last row
-- that names it. Its text also stands in the index, from which a repair takes it where the table is
-- damaged.
CREATE TABLE paths (
  id        INTEGER PRIMARY KEY,
  file_path TEXT NOT NULL UNIQUE
) STRICT;

-- The few paths that are not UTF-8. Their text (`//hh` for a raw byte) is not in path order, so they
-- are sorted apart from the others.
CREATE INDEX paths_raw ON paths (file_path) WHERE instr(file_path, '//') > 0;
