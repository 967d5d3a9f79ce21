-- Version 10: of a rescue that is a copy, what it holds. Of those that were made before it is not known.
ALTER TABLE steps ADD COLUMN from_digest TEXT
  CHECK (from_digest IS NULL OR (from_kind = 'rescued' AND length(from_digest) = 64));
ALTER TABLE steps ADD COLUMN to_digest TEXT
  CHECK (to_digest IS NULL OR (to_kind = 'rescued' AND length(to_digest) = 64));
