import { invariant, pathToColumn, type RelPath, type SnapshotId } from "@unf/core/base";
import type { Attribution, Batch, Recording, Settlement } from "@unf/core/ports";
import type { Head, LineCounts } from "@unf/core/timeline";
import { integerColumn, stampColumn } from "../file/column.ts";
import type { Cell, Connection } from "../file/driver.ts";
import { authorCells } from "../rows/author-cells.ts";
import { deleteCandidates, insertCandidates } from "../rows/candidates.ts";
import { isNewContent } from "../rows/contents.ts";
import { insertModes } from "../rows/directories.ts";
import { dropPath, findPathId, takePathId } from "../rows/paths.ts";
import { causes, events, evidences, withheldCell } from "../rows/row.ts";
import * as sql from "./statements.ts";

/** The amounts that one commit adds to the row of `totals`. */
interface Sums {
  snapshots: number;
  settled: number;
  files: number;
  contentBytes: number;
}

/** A clock that is this far behind the newest row is written down, not only corrected. */
const skewNotedMs = 2000;

/**
 * Writes a batch; to be called inside a transaction. `floor`: stamp of the newest row, 0 when there is
 * none. Gives the ids of the recordings in order, and the new floor.
 */
export function writeBatch(
  connection: Connection,
  batch: Batch,
  floor: number,
  onId: (id: SnapshotId) => void,
): number {
  const sums: Sums = { snapshots: 0, settled: 0, files: 0, contentBytes: 0 };
  let newest = floor;
  writeInbox(connection, batch, floor);
  insertModes(connection, batch.directories ?? []);
  for (const { snapshot, head, candidates } of batch.recordings) {
    const wanted = stampColumn(snapshot.at);
    if (wanted > newest) newest = wanted;
    const keys = takeKeys(connection, snapshot);
    if (keys.isNew) sums.contentBytes += snapshot.bytes;
    const id = insertSnapshot(connection, snapshot, keys, { wanted, given: newest });
    onId(id);
    if (candidates !== undefined) insertCandidates(connection, id, candidates);
    sums.snapshots += 1;
    if (snapshot.settled) sums.settled += 1;
    sums.files += moveHead(connection, { snapshot, head }, keys, id);
  }
  for (const restat of batch.restats) writeRestat(connection, restat);
  for (const settlement of batch.settlements) sums.settled += settle(connection, settlement);
  for (const attribution of batch.attributions ?? []) attribute(connection, attribution);
  connection
    .statement(sql.addSums)
    .run(sums.snapshots, sums.settled, sums.files, sums.contentBytes);
  return newest;
}

function writeInbox(connection: Connection, { inbox, recordings }: Batch, floor: number): void {
  if (inbox.length === 0) return;
  const at = recordings.at(-1)?.snapshot.at ?? floor;
  const insert = connection.statement(sql.insertInbox);
  for (const { hash, bytes } of inbox) insert.run(Buffer.from(hash, "hex"), bytes, at);
}

/** How a row names its path and its content. */
interface Keys {
  readonly path: number;
  readonly hash: Uint8Array | null;
  /** True when the size of the content is to be added to the sum. */
  readonly isNew: boolean;
}

/** To be called before the row is there. */
function takeKeys(
  connection: Connection,
  { path, hash, withheld }: Pick<Recording["snapshot"], "path" | "hash" | "withheld">,
): Keys {
  const bytes = hash === null ? null : Buffer.from(hash, "hex");
  return {
    path: takePathId(connection, pathToColumn(path)),
    hash: bytes,
    isNew: bytes !== null && withheld !== true && isNewContent(connection, bytes),
  };
}

function insertSnapshot(
  connection: Connection,
  snapshot: Recording["snapshot"],
  keys: Keys,
  time: { readonly wanted: number; readonly given: number },
): SnapshotId {
  const { counts, renamedFrom } = snapshot;
  const skew = time.given - time.wanted;
  return connection
    .statement(sql.insertRow)
    .run(
      keys.path,
      keys.hash,
      snapshot.bytes,
      time.given,
      events.indexOf(snapshot.event),
      ...countCells(counts),
      Number(snapshot.settled),
      snapshot.mode,
      causes.indexOf(snapshot.cause),
      renamedFrom === null ? null : takePathId(connection, pathToColumn(renamedFrom)),
      snapshot.operation,
      skew >= skewNotedMs ? skew : null,
      snapshot.evidence === undefined ? null : evidences.indexOf(snapshot.evidence),
      ...authorCells(snapshot.author),
      withheldCell(snapshot),
    ).id as SnapshotId;
}

function countCells(counts: LineCounts | null): readonly [Cell, Cell, Cell, Cell] {
  if (counts === null) return [null, null, null, null];
  return [counts.lines, counts.added, counts.removed, Number(counts.exact)];
}

/** By how much the number of heads changes: +1, 0 or −1. */
function moveHead(
  connection: Connection,
  { snapshot, head }: Recording,
  keys: Keys,
  id: SnapshotId,
): number {
  if (head === null || keys.hash === null) {
    invariant(head === null, "a deletion has no head");
    connection.statement(sql.insertDeparted).run(keys.path, id);
    return -connection.statement(sql.deleteHead).run(keys.path).changes;
  }
  invariant(
    head.path === snapshot.path && head.hash === snapshot.hash,
    "a row and its head are of the same path and content",
  );
  const cells = [
    ...[id, keys.hash, head.bytes, head.mode, withheldCell(head)],
    ...statCells(head),
    keys.path,
  ];
  // Which of the two comes first only saves a statement: a new file rarely has a head.
  if (snapshot.event === "create" && insertNewHead(connection, cells)) return 1;
  if (connection.statement(sql.updateHead).run(...cells).changes === 1) return 0;
  invariant(insertNewHead(connection, cells), "a path without a head can get one");
  return 1;
}

/** `cells`: of a head, the path last. */
function insertNewHead(connection: Connection, cells: readonly Cell[]): boolean {
  if (connection.statement(sql.insertHead).run(...cells).changes === 0) return false;
  connection.statement(sql.deleteDeparted).run(cells.at(-1) ?? null);
  return true;
}

function writeRestat(connection: Connection, restat: Batch["restats"][number]): void {
  const path = findPathId(connection, pathToColumn(restat.path));
  if (path !== undefined) connection.statement(sql.updateStat).run(...statCells(restat), path);
}

function statCells({ stat, racy }: Pick<Head, "stat" | "racy">) {
  return [
    integerColumn(stat.dev),
    integerColumn(stat.ino),
    stat.size,
    stat.mode,
    stat.mtimeNs,
    stat.ctimeNs,
    Number(racy),
  ] as const;
}

/** 1 when the row was interim until now. */
function settle(connection: Connection, settlement: Settlement): number {
  const { id, event, counts, renamedFrom, evidence, cause } = settlement;
  if (renamedFrom !== undefined) moveOrigin(connection, id, renamedFrom, evidence);
  if (cause !== undefined) connection.statement(sql.updateCause).run(causes.indexOf(cause), id);
  const eventCell = event === undefined ? null : events.indexOf(event);
  if (counts === undefined) {
    if (event !== undefined) connection.statement(sql.updateEvent).run(eventCell, id);
    return connection.statement(sql.updateSettled).run(id).changes;
  }
  const cells = [eventCell, ...countCells(counts), id];
  const { changes } = connection.statement(sql.settleCounted).run(...cells);
  if (changes === 0) connection.statement(sql.updateCounts).run(...cells);
  return changes;
}

function moveOrigin(
  connection: Connection,
  id: SnapshotId,
  from: RelPath,
  evidence: Settlement["evidence"],
): void {
  const before = connection.statement(sql.originOf).get(id)?.[0];
  // A row that is not there names nothing.
  if (before === undefined) return;
  const path = takePathId(connection, pathToColumn(from));
  const how = evidence === undefined ? null : evidences.indexOf(evidence);
  connection.statement(sql.updateOrigin).run(path, how, id);
  if (before !== null && before !== path) dropPath(connection, Number(before));
}

/** A row that is not there any more has no author. */
function attribute(connection: Connection, { id, author, candidates }: Attribution): void {
  const { changes } = connection.statement(sql.updateAuthor).run(...authorCells(author), id);
  if (changes === 0) return;
  deleteCandidates(connection, id);
  if (candidates !== undefined) insertCandidates(connection, id, candidates);
}
