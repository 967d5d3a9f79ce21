-- Version 7, too: a session that ended and was taken up again knows when it rested.
ALTER TABLE sessions ADD COLUMN pauses TEXT;
