import type { RelPath, WallMs } from "@unf/core/base";
import type { Usage, UsageKey, UsageOf } from "@unf/core/timeline";
import { parseCount, parsePath, parseText } from "../file/cell.ts";
import type { Connection, Row } from "../file/driver.ts";
import { clockOfRow } from "../rows/point.ts";
import { listPlaces, placesCondition } from "./selection.ts";

/** The space that the rows of the places take, in groups. Reads every row of the timeline once. */
export function readUsage<Key extends UsageKey>(
  connection: Connection,
  by: Key,
  within: readonly RelPath[],
): UsageOf[Key][] {
  const group = groups[by];
  const places = placesCondition(listPlaces(connection, within));
  // With min() the other columns are those of the row that has it: a content's first.
  const sql = `SELECT ${group.shown}, sum(bytes), sum(versions) FROM (
      SELECT ${group.key} AS key, 0 AS bytes, count(*) AS versions
        FROM versions s WHERE 1${places.sql} GROUP BY 1
      UNION ALL
      SELECT ${group.key}, size_bytes, 0 FROM (
        SELECT min(s.id), s.path, s.stamp, s.clock_skew_ms, s.session,
          s.size_bytes FROM versions s
          WHERE s.hash IS NOT NULL AND s.withheld IS NULL${places.sql}
          GROUP BY s.hash) s
    ) GROUP BY key ORDER BY 1`;
  const rows = connection.statement(sql).all(...places.cells, ...places.cells);
  return rows.map((row) =>
    group.parse(row[0], {
      bytes: parseCount(row[1], "bytes"),
      versions: parseCount(row[2], "versions"),
    }),
  );
}

interface Group<Parsed> {
  /** An expression over the columns of a row. */
  readonly key: string;
  /** An expression over `key`. */
  readonly shown: string;
  readonly parse: (cell: Row[number], usage: Usage) => Parsed;
}

const minuteMs = 60_000;

const groups: { readonly [Key in UsageKey]: Group<UsageOf[Key]> } = {
  file: {
    key: "s.path",
    shown: "(SELECT file_path FROM paths WHERE id = key)",
    parse: (cell, usage) => ({ path: parsePath(cell), ...usage }),
  },
  minute: {
    key: `${clockOfRow} / ${minuteMs}`,
    shown: "key",
    parse: (cell, usage) => ({
      at: (parseCount(cell, "timestamp") * minuteMs) as WallMs,
      ...usage,
    }),
  },
  session: {
    key: "s.session",
    shown: "key",
    parse: (cell, usage) => ({
      session: cell === null ? null : parseText(cell, "session"),
      ...usage,
    }),
  },
};
