-- Version 9: a trace says how far the clock was behind.
ALTER TABLE thinned ADD COLUMN clock_skew_ms INTEGER;
CREATE INDEX thinned_skewed ON thinned (id) WHERE clock_skew_ms IS NOT NULL;
-- Rows that went for a day only still say it.
UPDATE thinned SET clock_skew_ms = p.clock_skew_ms FROM pruned p
  WHERE p.id = thinned.id AND p.clock_skew_ms IS NOT NULL;
-- Where the clock was set back, others may have had it: which state an instant means is not known.
INSERT INTO horizons (kind, from_id, to_id, to_time)
  SELECT 'absence', 0, id, timestamp FROM snapshots
  WHERE EXISTS (SELECT 1 FROM thinned)
    AND (EXISTS (SELECT 1 FROM snapshots WHERE clock_skew_ms IS NOT NULL)
      OR EXISTS (SELECT 1 FROM pruned WHERE clock_skew_ms IS NOT NULL))
  ORDER BY id DESC LIMIT 1;
