import { mapping, numberBehind, stateAt, stateJustBefore } from "./taken-numbers.ts";

// Operations of unf in the other project, and the instants that were marked in it. Statements of `take-in.ts`.

/** The number here of a row that an operation named: one that arrives, or the one it repeats. */
function rowNamed(side: "from" | "to"): string {
  return `coalesce(
    (SELECT a.base + a.seq FROM temp.arrivals a WHERE a.old = c.${side}_snapshot),
    (SELECT h.snapshot_id FROM main.paths p JOIN main.heads h ON h.path = p.id
     WHERE c.${side}_snapshot IS NOT NULL AND p.file_path = $prefix || c.file_path
       AND h.content_hash = unhex(c.${side}_hash)))`;
}

function rescueNamed(side: "from" | "to"): string {
  return `(SELECT o.new FROM temp.operation_of o WHERE o.old = c.${side}_rescue)`;
}

/**
 * Operations that began in the span and were carried out, with those that took them back. One that goes
 * back to what lies in the rescue of an operation from before it stays where it is.
 */
export const takenOrders = [
  mapping("operation_of"),
  numberBehind(
    "operation_of",
    "operations",
    `c.id IN (WITH RECURSIVE
       able AS (SELECT o.id, o.inverts FROM child.operations o
         WHERE o.started_at >= $from AND o.state IN ('done', 'partial') AND NOT EXISTS (
           SELECT 1 FROM child.steps s JOIN child.operations r ON r.id IN (s.from_rescue, s.to_rescue)
           WHERE s.operation = o.id AND r.started_at < $from)),
       meant AS (SELECT id FROM able WHERE inverts IS NULL
         UNION SELECT able.id FROM able JOIN meant ON able.inverts = meant.id)
     SELECT id FROM meant)`,
  ),
  `INSERT INTO main.operations (id, kind, started_at, finished_at, argv, before_id, after_id, plan,
     inverts, state, files)
   SELECT o.new, c.kind, c.started_at, c.finished_at, c.argv,
     ${stateJustBefore("c.before_id", "c.started_at")}, ${stateAt("c.after_id", "c.finished_at")},
     c.plan, (SELECT i.new FROM temp.operation_of i WHERE i.old = c.inverts), c.state, c.files
   FROM temp.operation_of o JOIN child.operations c ON c.id = o.old ORDER BY o.new`,
  `INSERT INTO main.steps (operation, position, file_path, from_kind, from_mode, from_hash, from_bytes,
     from_snapshot, from_rescue, to_kind, to_mode, to_hash, to_bytes, to_snapshot, to_rescue, temporary,
     failure, from_digest, to_digest)
   SELECT o.new, c.position, $prefix || c.file_path, c.from_kind, c.from_mode, c.from_hash, c.from_bytes,
     ${rowNamed("from")}, ${rescueNamed("from")}, c.to_kind, c.to_mode, c.to_hash, c.to_bytes,
     ${rowNamed("to")}, ${rescueNamed("to")}, $prefix || c.temporary, c.failure,
     c.from_digest, c.to_digest
   FROM temp.operation_of o JOIN child.steps c ON c.operation = o.old ORDER BY o.new, c.position`,
  // A label means the newest that has it: one that came along must not be taken for one of ours.
  `INSERT INTO main.checkpoints (label, message, at, snapshot_id, files, pinned, payload)
   SELECT iif(c.label IN (SELECT label FROM main.checkpoints),
       substr(c.label, 1, 100) || $suffix, c.label),
     c.message, c.at, ${stateAt("c.snapshot_id", "c.at")}, 0, c.pinned, c.payload
   FROM child.checkpoints c WHERE c.at >= $from ORDER BY c.id`,
];

/** A checkpoint of either project now means the state of both. */
export const checkpointStates = [
  `UPDATE main.checkpoints SET files = (
     SELECT count(*) FROM (
       SELECT present, max(id) FROM (
         SELECT s.id, p.file_path, s.hash IS NOT NULL AS present
         FROM main.versions s JOIN main.paths p ON p.id = s.path
         WHERE s.id <= checkpoints.snapshot_id
         UNION ALL SELECT t.id, t.file_path, t.present FROM main.thinned t
         WHERE t.id <= checkpoints.snapshot_id)
       GROUP BY file_path)
     WHERE present)
   WHERE at >= $from`,
];
