import { invariant, type WallMs } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type { Deletion } from "@unf/core/timeline";
import { parseCount, parseId, parseStamp, parseText } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Cell, Connection } from "../file/driver.ts";
import { dropPath } from "../rows/paths.ts";
import { createPruned, keepRow, settlePruned } from "../rows/pruned.ts";
import { causes, events } from "../rows/row.ts";
import { type GoneRow, leaveTraces, parseSkew } from "../rows/traces.ts";
import { withLargeCache } from "./commit-batch.ts";
import { settleReleased } from "./settle-released.ts";
import * as sql from "./statements.ts";

/** Rows of one transaction: some 10 ms. */
const rowsMax = 1000;

/** Takes rows, and then contents, out of a timeline. */
export function createDeletion(
  connection: Connection,
): Pick<Timeline, "deleteSnapshots" | "settleReleased" | "reopen" | "bringBack" | "dropPruned"> {
  return {
    ...createPruned(connection),
    deleteSnapshots: (order) => {
      invariant(order.ids.length <= rowsMax, `at most ${rowsMax} rows are deleted at once`);
      return withLargeCache(connection, () => deleteRows(connection, order));
    },
    settleReleased: () => settleReleased(connection),
    reopen: () => connection.drop(),
  };
}

/** The amounts that one deletion takes from the row of `totals`, and the span that its rows lay in. */
interface Taken {
  rows: number;
  settled: number;
  from: number;
  to: number;
  readonly gone: GoneRow[];
  /** The newest row that each path lost, by its stamp and id. */
  readonly newest: Map<number, readonly [number, number]>;
  /** Paths that lost their newest row. */
  readonly headless: Set<number>;
  /** Paths that rows named which went. */
  readonly named: Set<number>;
}

function deleteRows(
  connection: Connection,
  order: Deletion,
): ReturnType<Timeline["deleteSnapshots"]> {
  const taken: Taken = {
    ...{ rows: 0, settled: 0, from: Number.POSITIVE_INFINITY, to: 0 },
    gone: [],
    newest: new Map(),
    headless: new Set(),
    named: new Set(),
  };
  const how = {
    isWhole: order.whole === true,
    // A machine's decision can be taken back for a while.
    isKept: order.cause === "policy" || order.cause === "cap",
  };
  for (const id of order.ids) deleteRow(connection, id, how, taken);
  if (taken.rows === 0) return { pruning: order.extend ?? 0, deleted: 0 };
  for (const [path, [at, id]] of taken.newest) {
    const next = connection.statement(sql.nextOfPath).get(path, id)?.[0];
    const to = next === undefined ? at : parseStamp(next);
    if (to > taken.to) taken.to = to;
  }
  let files = 0;
  for (const path of taken.headless) files += moveTop(connection, path);
  for (const path of taken.named) dropPath(connection, path);
  connection.statement(sql.takeSums).run(-taken.rows, -taken.settled, files);
  const pruning = notePruning(connection, order, taken);
  if (how.isKept) settlePruned(connection, pruning);
  leaveTraces(
    connection,
    taken.gone.sort((a, b) => a.id - b.id),
    { pruning, at: order.at },
  );
  return { pruning, deleted: taken.rows };
}

function deleteRow(
  connection: Connection,
  id: number,
  how: { readonly isWhole: boolean; readonly isKept: boolean },
  taken: Taken,
): void {
  const row = connection.statement(sql.goingRow).get(id);
  if (row === undefined) return;
  const path = parseCount(row[0], "path");
  const at = parseStamp(row[2]);
  const isNewest = connection.statement(sql.topOfPath).get(path, path)?.[0] === id;
  if (isNewest && !how.isWhole) return;
  if (isNewest) taken.headless.add(path);
  if (row[1] !== null) connection.statement(sql.release).run(row[1] as Cell, row[8] as Cell);
  if (how.isKept) keepRow(connection, id);
  connection.statement(sql.deleteSnapshot).run(id);
  taken.rows += 1;
  taken.named.add(path);
  if (row[6] !== null) taken.named.add(parseCount(row[6], "renamed_from"));
  taken.gone.push({
    id,
    path: parseText(row[9], "file_path"),
    timestamp: timestampColumn(at),
    // A file that left the record stood on: only its content is not known.
    present: row[4] !== events.indexOf("delete") || row[5] === causes.indexOf("excluded"),
    renamedFrom: row[10] === null ? null : parseText(row[10], "renamed_from"),
    skewMs: parseSkew(row[7]),
  });
  taken.settled += parseCount(row[3], "settled");
  taken.from = Math.min(taken.from, at);
  if (id > (taken.newest.get(path)?.[1] ?? 0)) taken.newest.set(path, [at, id]);
}

/**
 * Makes a path's newest row the head in the place of the row that went. Its file's stat is not
 * known, so that the next sweep reads it. Returns by how much the number of heads changes: 0 or −1, or +1
 * where the row that went was a deletion.
 */
function moveTop(connection: Connection, path: number): number {
  const heads = connection.statement(sql.deleteHead).run(path).changes;
  connection.statement(sql.deleteDeparted).run(path);
  const top = connection.statement(sql.newestOfPath).get(path);
  if (top === undefined) return -heads;
  const id = parseId(top[0]);
  const isGone = top[1] === events.indexOf("delete");
  connection.statement(isGone ? sql.departedOfRow : sql.headOfRow).run(id);
  return (isGone ? 0 : 1) - heads;
}

function notePruning(connection: Connection, order: Deletion, taken: Taken): number {
  const { cause, argv, at, extend } = order;
  const span = [timestampColumn(taken.from as WallMs), timestampColumn(taken.to as WallMs)];
  if (extend !== undefined) {
    const { changes } = connection.statement(sql.extendPruning).run(taken.rows, ...span, extend);
    invariant(changes === 1, "a pruning that goes on is there");
    return extend;
  }
  const cells = [timestampColumn(at), cause, JSON.stringify(argv), taken.rows];
  return connection.statement(sql.newPruning).run(...cells, ...span).id;
}
