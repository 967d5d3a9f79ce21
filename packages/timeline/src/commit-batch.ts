import type { Batch, SnapshotId } from "@unf/core";
import { parseText } from "./cell.ts";
import { writeBatch } from "./commit.ts";
import type { Connection } from "./driver.ts";
import { isDiskFailure } from "./failure.ts";

/** The commit of one timeline. It remembers the newest timestamp, below which no row may go. */
export function createCommit(connection: Connection): (batch: Batch) => SnapshotId[] {
  let floor: string | undefined;
  return (batch) => {
    const known = floor ?? readFloor(connection);
    const ids: SnapshotId[] = [];
    floor = undefined;
    try {
      floor = connection.transaction("IMMEDIATE", () =>
        writeBatch(connection, batch, known, (id) => ids.push(id)),
      );
    } catch (thrown) {
      const complete = ids.length === batch.recordings.length;
      if (!isDiskFailure(thrown) || !hasSurvived(connection, complete ? ids[0] : undefined)) {
        throw thrown;
      }
    }
    return ids;
  };
}

/**
 * A COMMIT that failed with a disk error may have committed: only what a fresh connection finds
 * counts. What is found is made durable once more by a checkpoint, which writes it to another file:
 * after a failed flush the system may take the unwritten pages of the first one for written.
 */
function hasSurvived(connection: Connection, first: SnapshotId | undefined): boolean {
  connection.drop();
  if (first === undefined) return false;
  const found = connection.statement("SELECT 1 FROM snapshots WHERE id = ?").get(first);
  return found !== undefined && connection.pragma("wal_checkpoint(FULL)") === 0;
}

function readFloor(connection: Connection): string {
  const sql = "SELECT ifnull(max(timestamp), '') FROM snapshots";
  return parseText(connection.statement(sql).get()?.[0], "timestamp");
}
