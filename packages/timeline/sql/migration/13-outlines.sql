-- Version 13: outlines of the rows, which listings and counts look through; they tell of authors, too.
CREATE TABLE outlines (
  id     INTEGER PRIMARY KEY CHECK (id >= 0),
  base   INTEGER NOT NULL,
  span   INTEGER NOT NULL,
  names  TEXT,
  slots  BLOB,
  facts  BLOB NOT NULL,
  agents BLOB,
  paths  BLOB NOT NULL,
  clocks BLOB NOT NULL,
  CHECK ((agents IS NULL) = (names IS NULL))
) STRICT;

CREATE TRIGGER outlines_inserted AFTER INSERT ON versions
BEGIN DELETE FROM outlines WHERE id = new.id >> 10; END;
CREATE TRIGGER outlines_updated AFTER UPDATE OF id, path, stamp, event, settled, cause, turn, actor,
  confidence, renamed_from, operation, clock_skew_ms ON versions
BEGIN DELETE FROM outlines WHERE id IN (old.id >> 10, new.id >> 10); END;
CREATE TRIGGER outlines_deleted AFTER DELETE ON versions
BEGIN DELETE FROM outlines WHERE id = old.id >> 10; END;

DROP INDEX versions_attributed;
