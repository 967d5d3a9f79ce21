-- The operations of version 3, in `operations_3`, as those of version 4. One that was still running had
-- been cut off: it counts as partial, and as finished when it wrote its last row. Of a plan only its id
-- is kept. A row that no unf wrote is left out.
WITH written AS (
  SELECT operation, max(id) AS newest, max(timestamp) AS last, count(DISTINCT file_path) AS files
  FROM snapshots WHERE operation IS NOT NULL GROUP BY operation
)
INSERT OR IGNORE INTO operations (id, kind, started_at, finished_at, argv, before_id, after_id, plan, inverts, state, files)
  SELECT o.id, o.kind, o.started_at, coalesce(o.finished_at, w.last, o.started_at), o.argv, o.before_id,
    ifnull(w.newest, o.before_id),
    CASE WHEN NOT json_valid(o.plan) THEN ''
      WHEN json_type(o.plan, '$.id') IS 'text' THEN json_extract(o.plan, '$.id') ELSE '' END,
    NULL,
    CASE o.outcome WHEN 'running' THEN 'partial' WHEN 'failed' THEN 'abandoned' ELSE o.outcome END,
    ifnull(w.files, 0)
  FROM operations_3 o LEFT JOIN written w ON w.operation = o.id ORDER BY o.id;
DROP TABLE operations_3;
