import type { SnapshotId } from "@unf/core/base";
import type { Batch } from "@unf/core/ports";
import { parseStamp } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";
import { isDiskFailure } from "../file/failure.ts";
import { setLargeCache, setUsualCache } from "../file/pragmas.ts";
import { hasSurvived } from "../file/survived.ts";
import { keepOutlinesBehind } from "../outline/outlines.ts";
import { readSnapshot } from "../read/version.ts";
import { writeBatch } from "./commit.ts";

/** From this many rows on a batch touches more pages than the usual cache holds. */
const largeRows = 512;

/** The commit of one timeline. It remembers the newest timestamp, below which no row may go. */
export function createCommit(connection: Connection): (batch: Batch) => SnapshotId[] {
  let floor: number | undefined;
  return (batch) => {
    const known = floor ?? readFloor(connection);
    const ids: SnapshotId[] = [];
    floor = undefined;
    try {
      const write = () => {
        const newest = writeBatch(connection, batch, known, (id) => ids.push(id));
        keepOutlinesBehind(connection, ids);
        return newest;
      };
      const large = batch.recordings.length >= largeRows;
      floor = large
        ? withLargeCache(connection, write)
        : connection.transaction("IMMEDIATE", write);
    } catch (thrown) {
      const first = ids.length === batch.recordings.length ? ids[0] : undefined;
      const isFound = () => first !== undefined && readSnapshot(connection, first) !== undefined;
      if (!isDiskFailure(thrown) || !hasSurvived(connection, isFound)) throw thrown;
    }
    return ids;
  };
}

/**
 * A transaction with 8 MiB of cache, so that pages are not written out before the end only to be read
 * again: a fifth less time for 10,000 new rows in order of their paths, two fifths in any order.
 */
export function withLargeCache<T>(connection: Connection, write: () => T): T {
  setLargeCache(connection);
  try {
    return connection.transaction("IMMEDIATE", write);
  } finally {
    setUsualCache(connection);
  }
}

function readFloor(connection: Connection): number {
  const sql = "SELECT stamp FROM versions ORDER BY id DESC LIMIT 1";
  return parseStamp(connection.statement(sql).get()?.[0] ?? 0);
}
