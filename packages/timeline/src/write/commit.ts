import { invariant, pathToColumn, type SnapshotId } from "@unf/core/base";
import type { Attribution, Batch, Recording, Settlement } from "@unf/core/ports";
import type { Head } from "@unf/core/timeline";
import { integerColumn, timestampColumn } from "../file/column.ts";
import type { Connection } from "../file/driver.ts";
import { authorCells } from "../rows/author-cells.ts";
import { deleteCandidates, insertCandidates } from "../rows/candidates.ts";
import { insertModes } from "../rows/directories.ts";
import { withheldCell } from "../rows/row.ts";
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
 * Writes a batch; to be called inside a transaction. `floor`: timestamp of the newest row, `""` when
 * there is none. Gives the ids of the recordings in order, and the new floor.
 */
export function writeBatch(
  connection: Connection,
  batch: Batch,
  floor: string,
  onId: (id: SnapshotId) => void,
): string {
  const sums: Sums = { snapshots: 0, settled: 0, files: 0, contentBytes: 0 };
  let newest = floor;
  writeInbox(connection, batch, floor);
  insertModes(connection, batch.directories ?? []);
  for (const { snapshot, head, candidates } of batch.recordings) {
    const wanted = timestampColumn(snapshot.at);
    if (wanted > newest) newest = wanted;
    const id = insertSnapshot(connection, snapshot, { wanted, given: newest });
    onId(id);
    if (candidates !== undefined) insertCandidates(connection, id, candidates);
    sums.snapshots += 1;
    if (snapshot.settled) sums.settled += 1;
    sums.contentBytes += addContent(connection, snapshot, id);
    sums.files += moveHead(connection, { snapshot, head }, id);
  }
  for (const restat of batch.restats) writeRestat(connection, restat);
  for (const settlement of batch.settlements) sums.settled += settle(connection, settlement);
  for (const attribution of batch.attributions ?? []) attribute(connection, attribution);
  connection
    .statement(sql.addSums)
    .run(sums.snapshots, sums.settled, sums.files, sums.contentBytes);
  return newest;
}

function writeInbox(connection: Connection, { inbox, recordings }: Batch, floor: string): void {
  if (inbox.length === 0) return;
  const at = recordings.at(-1)?.snapshot.at ?? (floor === "" ? 0 : Date.parse(floor));
  const insert = connection.statement(sql.insertInbox);
  for (const { hash, bytes } of inbox) insert.run(Buffer.from(hash, "hex"), bytes, at);
}

function insertSnapshot(
  connection: Connection,
  snapshot: Recording["snapshot"],
  time: { readonly wanted: string; readonly given: string },
): SnapshotId {
  const { counts } = snapshot;
  const skew = time.given === time.wanted ? 0 : Date.parse(time.given) - Date.parse(time.wanted);
  return connection
    .statement(sql.insertRow)
    .run(
      pathToColumn(snapshot.path),
      snapshot.hash,
      snapshot.bytes,
      time.given,
      snapshot.event,
      counts?.lines ?? null,
      counts?.added ?? null,
      counts?.removed ?? null,
      counts === null ? null : Number(counts.exact),
      Number(snapshot.settled),
      snapshot.mode,
      snapshot.cause,
      snapshot.renamedFrom === null ? null : pathToColumn(snapshot.renamedFrom),
      snapshot.operation,
      skew >= skewNotedMs ? skew : null,
      snapshot.evidence ?? null,
      ...authorCells(snapshot.author),
      withheldCell(snapshot),
    ).id as SnapshotId;
}

/** The bytes of the row's content when no row of this timeline referred to it before, else 0. */
function addContent(
  connection: Connection,
  { hash, bytes, withheld }: Recording["snapshot"],
  newest: SnapshotId,
): number {
  if (hash === null || withheld === true) return 0;
  const key = Buffer.from(hash, "hex");
  if (connection.statement(sql.insertContent).run(key, bytes, newest).changes === 1) return bytes;
  connection.statement(sql.moveContent).run(newest, key);
  connection.statement(sql.keepContent).run(key);
  return 0;
}

/** By how much the number of heads changes: +1, 0 or −1. */
function moveHead(connection: Connection, recording: Recording, id: SnapshotId): number {
  const { snapshot, head } = recording;
  const path = pathToColumn(snapshot.path);
  if (head === null) {
    connection.statement(sql.insertDeparted).run(path, id);
    return -connection.statement(sql.deleteHead).run(path).changes;
  }
  invariant(head.path === snapshot.path, "a row and its head are of the same path");
  // Which of the two comes first only saves a statement: a new file rarely has a head.
  if (snapshot.event === "create" && insertNewHead(connection, head, id)) return 1;
  if (changeHead(connection, head, id)) return 0;
  invariant(insertNewHead(connection, head, id), "a path without a head can get one");
  return 1;
}

function insertNewHead(
  connection: Connection,
  head: Omit<Head, "snapshot">,
  id: SnapshotId,
): boolean {
  const path = pathToColumn(head.path);
  const inserted = connection
    .statement(sql.insertHead)
    .run(
      id,
      head.hash,
      head.bytes,
      head.mode,
      withheldCell(head),
      ...statCells(head),
      path,
    ).changes;
  if (inserted === 0) return false;
  connection.statement(sql.deleteDeparted).run(path);
  return true;
}

function changeHead(connection: Connection, head: Omit<Head, "snapshot">, id: SnapshotId): boolean {
  const path = pathToColumn(head.path);
  return (
    connection
      .statement(sql.updateHead)
      .run(id, head.hash, head.bytes, head.mode, withheldCell(head), ...statCells(head), path)
      .changes === 1
  );
}

function writeRestat(connection: Connection, restat: Batch["restats"][number]): void {
  connection.statement(sql.updateStat).run(...statCells(restat), pathToColumn(restat.path));
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
  if (renamedFrom !== undefined) {
    connection.statement(sql.updateOrigin).run(pathToColumn(renamedFrom), evidence ?? null, id);
  }
  if (cause !== undefined) connection.statement(sql.updateCause).run(cause, id);
  if (event !== undefined) connection.statement(sql.updateEvent).run(event, id);
  if (counts !== undefined) {
    connection
      .statement(sql.updateCounts)
      .run(
        counts?.lines ?? null,
        counts?.added ?? null,
        counts?.removed ?? null,
        counts === null ? null : Number(counts.exact),
        id,
      );
  }
  return connection.statement(sql.updateSettled).run(id).changes;
}

/** A row that is not there any more has no author. */
function attribute(connection: Connection, { id, author, candidates }: Attribution): void {
  const { changes } = connection.statement(sql.updateAuthor).run(...authorCells(author), id);
  if (changes === 0) return;
  deleteCandidates(connection, id);
  if (candidates !== undefined) insertCandidates(connection, id, candidates);
}
