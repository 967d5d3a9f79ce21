-- One row of sums over the other tables, changed in the same transaction as they are, because
-- counting a million rows takes longer than a status display may. `content_bytes` is the sum of the
-- sizes of the distinct contents of the rows, and of those in `released`; the others count all rows,
-- settled rows, and heads.
CREATE TABLE totals (
  only          INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  snapshots     INTEGER NOT NULL,
  settled       INTEGER NOT NULL,
  files         INTEGER NOT NULL,
  content_bytes INTEGER NOT NULL
) STRICT;
INSERT INTO totals VALUES (1, 0, 0, 0, 0);
