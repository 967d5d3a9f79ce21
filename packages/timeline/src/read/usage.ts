import type { RelPath } from "@unf/core/base";
import type { Usage, UsageKey, UsageOf } from "@unf/core/timeline";
import { parseCount, parsePath, parseText, parseTime } from "../file/cell.ts";
import type { Connection, Row } from "../file/driver.ts";
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
  const sql = `SELECT key, sum(bytes), sum(versions) FROM (
      SELECT ${group.key} AS key, 0 AS bytes, count(*) AS versions
        FROM snapshots s WHERE 1${places.sql} GROUP BY 1
      UNION ALL
      SELECT ${group.key}, size_bytes, 0 FROM (
        SELECT min(s.id), s.file_path, s.timestamp, s.clock_skew_ms, s.session,
          s.size_bytes FROM snapshots s
          WHERE s.content_hash IS NOT NULL AND s.withheld IS NULL${places.sql}
          GROUP BY s.content_hash)
    ) GROUP BY key`;
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
  readonly parse: (cell: Row[number], usage: Usage) => Parsed;
}

const groups: { readonly [Key in UsageKey]: Group<UsageOf[Key]> } = {
  file: { key: "file_path", parse: (cell, usage) => ({ path: parsePath(cell), ...usage }) },
  minute: {
    key: `substr(CASE WHEN clock_skew_ms IS NULL THEN timestamp
      ELSE strftime('%FT%TZ', round(unixepoch(timestamp, 'subsec') * 1000 - clock_skew_ms) / 1000, 'unixepoch')
      END, 1, 16)`,
    parse: (cell, usage) => ({
      at: parseTime(`${parseText(cell, "timestamp")}:00.000Z`),
      ...usage,
    }),
  },
  session: {
    key: "session",
    parse: (cell, usage) => ({
      session: cell === null ? null : parseText(cell, "session"),
      ...usage,
    }),
  },
};
