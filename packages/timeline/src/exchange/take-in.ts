import { type AbsPath, invariant, pathToColumn, type RelPath, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { BuiltTimeline } from "@unf/core/exchange";
import type { Handover } from "@unf/core/timeline";
import { parseCount } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Connection } from "../file/driver.ts";
import { type BuildPorts, buildAnew, chunkRows } from "./build-anew.ts";
import { references } from "./take-over.ts";
import { takenAgents } from "./taken-agents.ts";
import { checkpointStates, takenOrders } from "./taken-orders.ts";
import { arrive, movePoints, takenRows } from "./taken-rows.ts";

// Docs: docs/decision/0036. The rows of the other project are the `arrivals`; `base` is the newest row of
// ours that is not later than one of them, so that its id becomes `base + seq`, and ours behind `base` move on.

export interface TakeIn {
  /** One that lasts, of the timeline that takes in. */
  readonly handover: Handover;
  /** The timeline of the project that recorded the directory, of today's format; it is only read. */
  readonly from: AbsPath;
  readonly at: WallMs;
}

export interface BuiltWithChild extends BuiltTimeline {
  /** Of operations that came along the number that each has here, by the one it had there. */
  readonly operations: ReadonlyMap<number, number>;
}

/**
 * Builds a timeline into which what another project recorded of a directory, while that was handed over to
 * it, is put between the rows by time, with who wrote it: as if it had been recorded here. What the other
 * found as it stood here already is no row. Numbers of rows behind the first of them move on.
 */
export async function buildWithChild(
  timeline: AbsPath,
  order: TakeIn,
  ports: BuildPorts,
): Promise<BuiltWithChild> {
  const operations = new Map<number, number>();
  const built = await buildAnew(timeline, undefined, ports, async (fresh) => {
    const { breathe } = ports;
    fresh.script(`ATTACH '${order.from.replaceAll("'", "''")}' AS child`);
    const facts = {
      $prefix: `${pathToColumn(order.handover.path)}/`,
      $from: timestampColumn(order.handover.from),
      $suffix: labelSuffix(order.handover.path),
    };
    fresh.script(indexStamps);
    const run = (sql: string) => {
      const names = [...sql.matchAll(factName)].map(([name]) => name as keyof typeof facts);
      fresh.statement(sql.replaceAll(factName, "?")).run(...names.map((name) => facts[name]));
    };
    for (const sql of arrive) run(sql);
    await breathe();
    await makeWay(fresh, breathe);
    const all = [movePoints, takenAgents, takenOrders, takenRows, checkpointStates].flat();
    for (const sql of all) {
      run(sql);
      await breathe();
    }
    const taken = Number(fresh.statement("SELECT count(*) FROM arrivals").get()?.[0]);
    fresh
      .statement("UPDATE handovers SET to_time = ?, taken = ? WHERE id = ?")
      .run(timestampColumn(order.at), taken, order.handover.id);
    for (const [old, now] of fresh.statement("SELECT old, new FROM temp.operation_of").all())
      operations.set(parseCount(old, "old"), parseCount(now, "new"));
    fresh.script(dropStamps);
    for (const table of temporaries) fresh.script(`DROP TABLE temp.${table}`);
    fresh.script("DETACH child");
  });
  return { ...built, operations };
}

/** While rows are put between rows by time; otherwise they are found by halving. */
const indexStamps = "CREATE INDEX versions_by_stamp ON versions (stamp)";
const dropStamps = "DROP INDEX versions_by_stamp";

const temporaries = ["arrivals", "way", "session_of", "turn_of", "call_of", "operation_of"];

const factName = /\$(?:prefix|from|suffix)\b/g;

/** Tells two checkpoints of one name apart. A label is one line of 200 characters at most. */
function labelSuffix(path: RelPath): string {
  const shown = path.replaceAll(/[\p{Cc}\u2028\u2029]/gu, "?").slice(0, suffixCharsMax);
  return ` (${shown.toWellFormed()})`;
}

const suffixCharsMax = limits.checkpoint.labelCharsMax / 2 - 3;

/**
 * Renumbers our own rows, and all that names one of them. No two rows ever have one number: they
 * pass below zero.
 */
async function makeWay(fresh: Connection, breathe: () => Promise<void>): Promise<void> {
  const [first, count] = fresh.statement("SELECT min(base), count(*) FROM arrivals").get() ?? [];
  if (first === null) return;
  for (const table of ["versions", "thinned", "pruned"]) {
    const last = Number(fresh.statement(`SELECT ifnull(max(id), 0) FROM ${table}`).get()?.[0]);
    const away = fresh.statement(
      `UPDATE ${table} SET id = -(${moved("id")}) WHERE id BETWEEN ? AND ?`,
    );
    for (let from = Number(first) + 1; from <= last; from += chunkRows) {
      away.run(from, from + chunkRows - 1);
      await breathe();
    }
    fresh.script(`UPDATE ${table} SET id = -id WHERE id < 0`);
    await breathe();
  }
  for (const [table, column] of [...references, ["checkpoints", "snapshot_id"] as const]) {
    fresh.script(
      `UPDATE ${table} SET ${column} = ${moved(column)} WHERE ${column} > ${Number(first)}`,
    );
    await breathe();
  }
  const grown = fresh
    .statement("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'versions'")
    .run(Number(count));
  invariant(grown.changes === 1 || first === 0, "a timeline with rows counts them");
}

function moved(column: string): string {
  return `${column} + ifnull((SELECT "by" FROM temp.way WHERE after_id < ${column}
    ORDER BY after_id DESC LIMIT 1), 0)`;
}
