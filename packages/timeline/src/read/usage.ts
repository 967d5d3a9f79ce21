import type { RelPath, Steps, WallMs } from "@unf/core/base";
import type { Usage, UsageKey, UsageOf } from "@unf/core/timeline";
import { parseCount, parsePath, parseText } from "../file/cell.ts";
import type { Connection, Row } from "../file/driver.ts";
import { clockOfRow, newestId } from "../rows/point.ts";
import { listPlaces, placesCondition } from "./selection.ts";

/** Rows read at once. */
const pageIds = 20_000;

/**
 * The space that the rows of the places take, in groups. Reads every row of the timeline once, in their
 * order: of several with one content the first is known by that.
 */
export function* readUsage<Key extends UsageKey>(
  connection: Connection,
  by: Key,
  within: readonly RelPath[],
): Steps<UsageOf[Key][]> {
  const group = groups[by];
  const places = placesCondition(listPlaces(connection, within));
  const page = connection.statement(`SELECT ${group.key}, s.size_bytes,
    CASE WHEN s.hash IS NOT NULL AND s.withheld IS NULL THEN hex(substr(s.hash, 1, ${knownBytes})) END
    FROM versions s WHERE s.id BETWEEN ? AND ?${places.sql} ORDER BY s.id`);
  const end = newestId(connection);
  const contents = new Set<unknown>();
  const sums = new Map<Row[number], { bytes: number; versions: number }>();
  for (let low = 1; low <= end; low += pageIds) {
    const high = Math.min(end, low + pageIds - 1);
    for (const [key, size, content] of page.all(low, high, ...places.cells)) {
      const sum = sums.get(key) ?? { bytes: 0, versions: 0 };
      sums.set(key, sum);
      sum.versions += 1;
      if (content === null || contents.has(content)) continue;
      contents.add(content);
      sum.bytes += parseCount(size, "size_bytes");
    }
    yield;
  }
  const found: UsageOf[Key][] = [];
  for (const [key, sum] of sums) {
    found.push(group.parse(connection, key, sum));
    if (found.length % pageIds === 0) yield;
  }
  return found;
}

/** The bytes of a digest that tell contents apart: in none of a thousand million stores two are alike. */
const knownBytes = 12;

interface Group<Parsed> {
  /** An expression over the columns of a row. */
  readonly key: string;
  readonly parse: (connection: Connection, cell: Row[number], usage: Usage) => Parsed;
}

const minuteMs = 60_000;

const groups: { readonly [Key in UsageKey]: Group<UsageOf[Key]> } = {
  file: {
    key: "s.path",
    parse: (connection, cell, usage) => {
      const row = connection.statement(pathOfId).get(parseCount(cell, "path"));
      return { path: parsePath(row?.[0]), ...usage };
    },
  },
  minute: {
    key: `${clockOfRow} / ${minuteMs}`,
    parse: (_, cell, usage) => ({
      at: (parseCount(cell, "timestamp") * minuteMs) as WallMs,
      ...usage,
    }),
  },
  session: {
    key: "s.session",
    parse: (_, cell, usage) => ({
      session: cell === null ? null : parseText(cell, "session"),
      ...usage,
    }),
  },
};

const pathOfId = "SELECT file_path FROM paths WHERE id = ?";
