-- A few bytes of each row, all that listings and counts ask of it, so that a million rows are looked
-- through in milliseconds. One row for all rows of `versions` whose id divided by 1024 is `id`; each blob has an entry
-- for each of them in order of their ids, least byte first. `slots`: the rest of that division, 2 bytes;
-- NULL where all 1024 are there. `facts`, 2 bytes: bit 0 `settled`, 1-2 `event`, 3-5 `cause`, 6-8 `confidence`
-- and one (0: NULL), and of `operation` 9, `turn` 10, `renamed_from` 11 that they are not NULL. `agents`: the
-- place of its `actor` among `names`, from 1 (0: NULL), 2 bytes; both NULL where nobody is named. `paths`:
-- `path`, 4 bytes. `clocks`: what the clock showed, in ms after `base`, as whole numbers of 4 bytes, or where
-- those are too short as floating ones of 8; none is more than `span`. An outline is there only as long as it
-- agrees with its rows; without it the rows themselves are read, as those of the newest are.
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

-- A change of a row takes its outline away.
CREATE TRIGGER outlines_inserted AFTER INSERT ON versions
BEGIN DELETE FROM outlines WHERE id = new.id >> 10; END;
CREATE TRIGGER outlines_updated AFTER UPDATE OF id, path, stamp, event, settled, cause, turn, actor,
  confidence, renamed_from, operation, clock_skew_ms ON versions
BEGIN DELETE FROM outlines WHERE id IN (old.id >> 10, new.id >> 10); END;
CREATE TRIGGER outlines_deleted AFTER DELETE ON versions
BEGIN DELETE FROM outlines WHERE id = old.id >> 10; END;
