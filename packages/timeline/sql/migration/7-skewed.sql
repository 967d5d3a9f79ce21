-- Version 7, too: which rows the clock was behind of.
CREATE INDEX IF NOT EXISTS snapshots_skewed ON snapshots (id) WHERE clock_skew_ms IS NOT NULL;
