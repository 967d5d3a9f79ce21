-- Version 11: `withheld` also says 2 or 3, of files that cannot be recorded. How many have heads is asked
-- before another gets one.
CREATE INDEX heads_unrecordable ON heads (file_path) WHERE withheld > 1;
