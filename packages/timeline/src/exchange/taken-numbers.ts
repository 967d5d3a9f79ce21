import { stampOf } from "../rows/words.ts";

// Pieces of the statements that take in another project (`take-in.ts`): numbers of its things there and here.
// `c` is a row of the other project, `m` one of ours.

/** The number here for a number of the other project. */
export function mapping(table: string): string {
  return `CREATE TEMP TABLE ${table} (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)`;
}

/** Things of an agent that both know: of one session, and `alike`. */
export function findAlike(map: string, table: "turns" | "tool_calls", alike: string): string {
  return `INSERT INTO temp.${map} SELECT c.id, min(m.id) FROM child.${table} c
    JOIN temp.session_of o ON o.old = c.session
    JOIN main.${table} m ON m.session = o.new AND ${alike}
    GROUP BY c.id`;
}

/** The rest of those that are meant get numbers behind all that were ever given here. */
export function numberBehind(
  map: string,
  table: "turns" | "tool_calls" | "operations",
  which: string,
): string {
  return `INSERT INTO temp.${map} SELECT c.id, row_number() OVER (ORDER BY c.id)
      + ifnull((SELECT seq FROM main.sqlite_sequence WHERE name = '${table}'), 0)
    FROM child.${table} c WHERE c.id NOT IN (SELECT old FROM temp.${map}) AND ${which}`;
}

/** The newest row of both at an instant that the other project knew by its own newest row, `id`. */
export function stateAt(id: string, time: string): string {
  return newest(id, "<=", time);
}

/** The same, without what was recorded here in that very millisecond. */
export function stateJustBefore(id: string, time: string): string {
  return newest(id, "<", time);
}

function newest(id: string, sign: "<" | "<=", time: string): string {
  return `max(ifnull((SELECT max(a.base + a.seq) FROM temp.arrivals a WHERE a.old <= ${id}), 0),
    ${newestStamped(sign, time)})`;
}

/** Our newest row stamped before an instant, or not later; 0 when there is none. */
export function newestStamped(sign: "<" | "<=", time: string): string {
  return `ifnull((SELECT s.id FROM main.versions s WHERE s.stamp ${sign} ${stampOf(time)}
    ORDER BY s.stamp DESC, s.id DESC LIMIT 1), 0)`;
}
