import { parseCount } from "../file/cell.ts";
import type { Cell, Connection } from "../file/driver.ts";
import { hasContent } from "../rows/contents.ts";
import * as sql from "./statements.ts";

/** Finds out which of some released contents no row refers to any more; true while others are left. */
export function settleReleased(connection: Connection): boolean {
  if (connection.statement(sql.someReleased).get() === undefined) return false;
  return connection.transaction("IMMEDIATE", () => {
    const released = connection.statement(sql.someReleased).all();
    let bytes = 0;
    for (const [hash, size] of released as (readonly [Cell, unknown])[]) {
      if (!hasContent(connection, hash)) bytes += parseCount(size, "size_bytes");
      connection.statement(sql.keepContent).run(hash);
    }
    connection.statement(sql.takeBytes).run(bytes);
    return released.length === sql.slice;
  });
}
