import { findAlike, mapping, numberBehind, stateAt, stateJustBefore } from "./taken-numbers.ts";

const lasted =
  "c.session IN (SELECT old FROM temp.session_of) AND (c.ended_at IS NULL OR c.ended_at >= $from)";

/** The session in the column, without the turn that may stand behind it. */
const parentIn = (column: string) => `substr(${column}, 1, instr(${column} || '/', '/') - 1)`;

const isBegunThen = "m.started_at = c.started_at";

/**
 * By the agent's own names: a session that wrote in both is one. The other project may not know
 * the prompt that ours knows.
 */
export const takenAgents = [
  "CREATE TEMP TABLE session_of (old TEXT PRIMARY KEY, new TEXT NOT NULL)",
  `INSERT INTO temp.session_of SELECT c.id, coalesce(
     (SELECT m.id FROM main.sessions m WHERE m.agent = c.agent AND m.agent_session = c.agent_session
      ORDER BY m.started_at DESC LIMIT 1),
     CASE WHEN EXISTS (SELECT 1 FROM main.sessions m WHERE m.id = c.id)
       THEN c.id || lower(hex(randomblob(4))) ELSE c.id END)
   FROM child.sessions c WHERE c.ended_at IS NULL OR c.ended_at >= $from`,
  `INSERT OR IGNORE INTO main.sessions (id, agent, agent_session, cwd, label, parent, started_at,
     ended_at, ended_by, pauses)
   SELECT o.new, c.agent, c.agent_session, c.cwd, c.label,
     (SELECT p.new FROM temp.session_of p WHERE p.old = ${parentIn("c.parent")}), c.started_at, c.ended_at,
     c.ended_by, c.pauses
   FROM temp.session_of o JOIN child.sessions c ON c.id = o.old`,
  mapping("turn_of"),
  findAlike("turn_of", "turns", `(${isBegunThen} OR m.prompt_id = c.prompt_id)`),
  // The states at both ends take in what was recorded there.
  `UPDATE main.turns SET
     before_id = max(before_id, ifnull((SELECT max(a.base + a.seq) FROM temp.turn_of o
       JOIN child.turns c ON c.id = o.old JOIN temp.arrivals a ON a.old <= c.before_id
       WHERE o.new = turns.id), 0)),
     after_id = max(after_id, ifnull((SELECT max(a.base + a.seq) FROM temp.turn_of o
       JOIN child.turns c ON c.id = o.old JOIN temp.arrivals a ON a.old <= c.after_id
       WHERE o.new = turns.id), 0))
   WHERE id IN (SELECT new FROM temp.turn_of)`,
  `UPDATE main.turns SET prompt_id = (SELECT max(c.prompt_id) FROM temp.turn_of o
     JOIN child.turns c ON c.id = o.old WHERE o.new = turns.id)
   WHERE prompt_id IS NULL AND id IN (SELECT new FROM temp.turn_of)`,
  numberBehind("turn_of", "turns", lasted),
  `INSERT OR IGNORE INTO main.turns (id, session, label, prompt, started_at, before_id, ended_at,
     ended_by, after_id, prompt_id)
   SELECT t.new, o.new, c.label, c.prompt, c.started_at, ${stateJustBefore("c.before_id", "c.started_at")},
     c.ended_at, c.ended_by, iif(c.after_id IS NULL, NULL, ${stateAt("c.after_id", "c.ended_at")}),
     c.prompt_id
   FROM child.turns c JOIN temp.session_of o ON o.old = c.session JOIN temp.turn_of t ON t.old = c.id`,
  // Where no turn of before the copy is here, none of them is held.
  `UPDATE main.sessions SET parent = parent || '/t-' || coalesce(
     (SELECT t.new FROM temp.session_of o JOIN child.sessions c ON c.id = o.old
      JOIN temp.turn_of t ON t.old = CAST(substr(c.parent, instr(c.parent, '/t-') + 3) AS INTEGER)
      WHERE o.new = sessions.id AND instr(c.parent, '/t-') > 0), 0)
   WHERE instr(parent, '/t-') = 0 AND EXISTS (SELECT 1 FROM temp.session_of o
     JOIN child.sessions c ON c.id = o.old JOIN temp.session_of p ON p.old = ${parentIn("c.parent")}
     WHERE o.new = sessions.id AND p.new = sessions.parent AND instr(c.parent, '/t-') > 0)`,
  mapping("call_of"),
  findAlike(
    "call_of",
    "tool_calls",
    `${isBegunThen} AND m.agent_call IS c.agent_call AND m.tool = c.tool`,
  ),
  numberBehind("call_of", "tool_calls", lasted),
  `INSERT OR IGNORE INTO main.tool_calls (id, session, turn, agent_call, tool, reach, detail,
     started_at, ended_at)
   SELECT k.new, o.new, coalesce((SELECT t.new FROM temp.turn_of t WHERE t.old = c.turn),
       (SELECT m.id FROM main.turns m WHERE m.session = o.new AND m.started_at <= c.started_at
        ORDER BY m.id DESC LIMIT 1)), c.agent_call, c.tool,
     c.reach, c.detail, c.started_at, c.ended_at
   FROM child.tool_calls c JOIN temp.session_of o ON o.old = c.session
   JOIN temp.call_of k ON k.old = c.id`,
];
