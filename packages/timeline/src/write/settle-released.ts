import { parseCount, parseId } from "../file/cell.ts";
import type { Cell, Connection } from "../file/driver.ts";
import * as sql from "./statements.ts";

/** Finds out which released contents a row still refers to, slice by slice. */
export interface Settling {
  /** Looks at the next rows, or takes off contents that none refers to; true while there is more. */
  next(): boolean;
  /** To be called when rows are deleted: what was not referred to so far says nothing any more. */
  startAnew(): void;
}

/**
 * Reads all rows from the newest back. The first one found with a released content is the newest that
 * refers to it: the content is in use. What is released still when no row is left is used by none.
 * How far it came is kept in memory only, because it may only be believed while nobody else writes.
 */
export function createSettling(connection: Connection): Settling {
  /** Rows from this id on have been looked at. */
  let below = Number.MAX_SAFE_INTEGER;
  return {
    startAnew: () => {
      below = Number.MAX_SAFE_INTEGER;
    },
    next: () => {
      if (connection.statement(sql.anyReleased).get() === undefined) return false;
      const last = below === 0 ? undefined : keepReferred(connection, below);
      below = last ?? 0;
      return last !== undefined || dropUnreferred(connection);
    },
  };
}

/** Looks at the rows before `below`: the lowest id of them, `undefined` when there are none. */
function keepReferred(connection: Connection, below: number): number | undefined {
  const lowest = connection.statement(sql.lowestOfSlice).get(below)?.[0];
  if (lowest === undefined || lowest === null) return undefined;
  const last = parseId(lowest);
  const found = connection.statement(sql.newestOfReleased).all(last, below);
  if (found.length === 0) return last;
  connection.transaction("IMMEDIATE", () => {
    for (const [hash, newest] of found as (readonly [Cell, Cell])[]) {
      connection.statement(sql.moveContent).run(newest, hash);
      connection.statement(sql.keepContent).run(hash);
    }
  });
  return last;
}

/** Takes contents off both lists and their size out of the sums; true when some are left. */
function dropUnreferred(connection: Connection): boolean {
  return connection.transaction("IMMEDIATE", () => {
    const hashes = connection.statement(sql.someReleased).all();
    let bytes = 0;
    for (const [hash] of hashes as (readonly [Cell])[]) {
      const size = connection.statement(sql.dropContent).get(hash)?.[0];
      if (size !== undefined) bytes += parseCount(size, "size_bytes");
      connection.statement(sql.keepContent).run(hash);
    }
    connection.statement(sql.takeBytes).run(bytes);
    return hashes.length === sql.slice;
  });
}
