import { invariant } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type { Deletion } from "@unf/core/timeline";
import { parseCount, parseId, parseText } from "../file/cell.ts";
import { timestampColumn } from "../file/column.ts";
import type { Cell, Connection } from "../file/driver.ts";
import { createPruned, keepRow, settlePruned } from "../rows/pruned.ts";
import { type GoneRow, leaveTraces, parseSkew } from "../rows/traces.ts";
import { withLargeCache } from "./commit-batch.ts";
import { createSettling } from "./settle-released.ts";
import * as sql from "./statements.ts";

/** Rows of one transaction: some 10 ms. */
const rowsMax = 1000;

/** Takes rows, and then contents, out of a timeline; `reopen`, because it remembers how far it came. */
export function createDeletion(
  connection: Connection,
): Pick<Timeline, "deleteSnapshots" | "settleReleased" | "reopen" | "bringBack" | "dropPruned"> {
  const settling = createSettling(connection);
  return {
    ...createPruned(connection, settling.startAnew),
    deleteSnapshots: (order) => {
      invariant(order.ids.length <= rowsMax, `at most ${rowsMax} rows are deleted at once`);
      settling.startAnew();
      return withLargeCache(connection, () => deleteRows(connection, order));
    },
    settleReleased: settling.next,
    reopen: () => {
      settling.startAnew();
      connection.drop();
    },
  };
}

/** The amounts that one deletion takes from the row of `totals`, and the span that its rows lay in. */
interface Taken {
  rows: number;
  settled: number;
  from: string;
  to: string;
  readonly gone: GoneRow[];
  /** The newest row that each path lost, by its instant and id. */
  readonly newest: Map<string, readonly [string, number]>;
  /** Paths that lost their newest row. */
  readonly headless: Set<string>;
}

function deleteRows(
  connection: Connection,
  order: Deletion,
): ReturnType<Timeline["deleteSnapshots"]> {
  const taken: Taken = {
    ...{ rows: 0, settled: 0, from: "", to: "" },
    gone: [],
    newest: new Map(),
    headless: new Set(),
  };
  const how = {
    isWhole: order.whole === true,
    // A machine's decision can be taken back for a while.
    isKept: order.cause === "policy" || order.cause === "cap",
  };
  for (const id of order.ids) deleteRow(connection, id, how, taken);
  if (taken.rows === 0) return { pruning: order.extend ?? 0, deleted: 0 };
  for (const [path, [at, id]] of taken.newest) {
    const next = connection.statement(sql.nextOfPath).get(path, at, id)?.[0];
    const to = next === undefined ? at : parseText(next, "timestamp");
    if (to > taken.to) taken.to = to;
  }
  let files = 0;
  for (const path of taken.headless) files += moveTop(connection, path);
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
  const path = parseText(row[0], "file_path");
  const at = parseText(row[2], "timestamp");
  const isNewest = connection.statement(sql.topOfPath).get(path, path)?.[0] === id;
  if (isNewest && !how.isWhole) return;
  if (isNewest) taken.headless.add(path);
  if (row[1] !== null) connection.statement(sql.release).run(row[1] as Cell);
  if (how.isKept) keepRow(connection, id);
  connection.statement(sql.deleteSnapshot).run(id);
  taken.rows += 1;
  const renamedFrom = row[6] === null ? null : parseText(row[6], "renamed_from");
  // A file that left the record stood on: only its content is not known.
  const present = row[4] !== "delete" || row[5] === "excluded";
  taken.gone.push({ id, path, timestamp: at, present, renamedFrom, skewMs: parseSkew(row[7]) });
  taken.settled += parseCount(row[3], "settled");
  if (taken.from === "" || at < taken.from) taken.from = at;
  const [lastAt, lastId] = taken.newest.get(path) ?? ["", 0];
  if (at > lastAt || (at === lastAt && id > lastId)) taken.newest.set(path, [at, id]);
}

/**
 * Makes a path's newest row the head in the place of the row that went. Its file's stat is not
 * known, so that the next sweep reads it. Returns by how much the number of heads changes: 0 or −1, or +1
 * where the row that went was a deletion.
 */
function moveTop(connection: Connection, path: string): number {
  const heads = connection.statement(sql.deleteHead).run(path).changes;
  connection.statement(sql.deleteDeparted).run(path);
  const top = connection.statement(sql.newestOfPath).get(path);
  if (top === undefined) return -heads;
  const id = parseId(top[0]);
  connection.statement(top[1] === "delete" ? sql.departedOfRow : sql.headOfRow).run(id);
  return (top[1] === "delete" ? 0 : 1) - heads;
}

function notePruning(connection: Connection, order: Deletion, taken: Taken): number {
  const { cause, argv, at, extend } = order;
  if (extend !== undefined) {
    const { changes } = connection
      .statement(sql.extendPruning)
      .run(taken.rows, taken.from, taken.to, extend);
    invariant(changes === 1, "a pruning that goes on is there");
    return extend;
  }
  const cells = [timestampColumn(at), cause, JSON.stringify(argv), taken.rows];
  return connection.statement(sql.newPruning).run(...cells, taken.from, taken.to).id;
}
