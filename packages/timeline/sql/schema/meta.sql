-- Identity of this timeline: one text value a key. Written when the timeline is created and when
-- its project's directory moves. Keys: project, root, dev, ino, born, created_at (docs/format/timeline.md).
CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
