import { type AbsPath, type BlobId, parseBlobId, UnfError } from "@unf/core/base";
import { lostPrefix, type NamedVersion, type TimelineCheck } from "@unf/core/ports";
import { parseCount, parseHash, parseId, parsePath, parseText } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";
import { connectReader } from "../open/connect.ts";
import { checkPresence } from "../open/open.ts";
import { countFalseOutlines } from "../outline/outlines.ts";
import { contentBytes, hasContent, ofContents } from "../rows/contents.ts";
import { readInboxed } from "../rows/inbox.ts";
import { isPruned } from "../rows/pruned.ts";
import { checkedTables, eachChecked } from "./checked-rows.ts";

/** Faults that SQLite names before it gives up. */
const faultsMax = 20;

/** Rows read at once. */
const pageRows = 1000;

/** Opens a timeline to examine it. Throws as `openTimelineReader` does when it cannot be opened. */
export function openTimelineCheck(path: AbsPath): TimelineCheck {
  checkPresence(path);
  const connection = connectReader(path);
  return {
    versions: parseCount(connection.statement("SELECT count(*) FROM versions").get()?.[0], "rows"),
    faults: (how) => listFaults(connection, how),
    disagreements: () => listDisagreements(connection),
    contents: (digits) => listContents(connection, digits),
    refers: (hash) => hasContent(connection, Buffer.from(hash, "hex")),
    canBringBack: (hash) => isPruned(connection, hash),
    versionsOf: (hashes) => listVersions(connection, hashes),
    inboxed: (hash) => readInboxed(connection, hash),
    knownLost: () => readLost(connection),
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}

function listFaults(connection: Connection, how: "quick" | "full"): string[] {
  const pragma = how === "full" ? "integrity_check" : "quick_check";
  return orItsMessage(() => {
    const said = connection.statement(`PRAGMA ${pragma}(${faultsMax})`).all();
    const foreign = connection.statement("PRAGMA foreign_key_check").all();
    return [
      ...said.map((row) => parseText(row[0], pragma)).filter((line) => line !== "ok"),
      ...foreign.map((row) => `a row of ${row[0]} refers to one that is not there`),
    ];
  });
}

function listDisagreements(connection: Connection): string[] {
  return orItsMessage(() => {
    const found = disagreements.flatMap(({ sql, says }) => {
      const count = parseCount(connection.statement(sql).get()?.[0], "count");
      return count === 0 ? [] : [`${says} (${count})`];
    });
    const outlines = countFalseOutlines(connection);
    const untrue = outlines === 0 ? [] : [`outlines differ from their rows (${outlines})`];
    return [...found, ...untrue, ...listUnreadable(connection)];
  });
}

/** Rows that hold what no recorder writes, such as a flipped bit leaves. */
function listUnreadable(connection: Connection): string[] {
  const found: string[] = [];
  for (const table of checkedTables) {
    for (const { id, fault } of eachChecked(connection, table)) {
      if (fault !== undefined) found.push(`${table.sign}${id}: ${fault}`);
      if (found.length === faultsMax) return found;
    }
  }
  return found;
}

/** A file that breaks while it is read is a finding, not a failure to look. */
function orItsMessage(look: () => string[]): string[] {
  try {
    return look();
  } catch (thrown) {
    if (thrown instanceof UnfError && thrown.code === "store_damaged") return [thrown.message];
    throw thrown;
  }
}

function listContents(connection: Connection, digits: string) {
  const from = Buffer.from(digits.padEnd(64, "0"), "hex");
  const to = Buffer.from(digits.padEnd(64, "f"), "hex");
  return connection
    .statement(`SELECT lower(hex(s.hash)), max(s.size_bytes) FROM versions s
      INDEXED BY versions_by_content WHERE ${ofContents} GROUP BY s.hash`)
    .all(from, to)
    .map((row) => ({ hash: parseHash(row[0]), bytes: parseCount(row[1], "size_bytes") }));
}

function listVersions(connection: Connection, hashes: ReadonlySet<BlobId>): NamedVersion[] {
  if (hashes.size === 0) return [];
  const found: NamedVersion[] = [];
  const sql = `SELECT s.id, (SELECT file_path FROM paths WHERE id = s.path), lower(hex(s.hash))
    FROM versions s`;
  for (const [id, path, hash] of eachRow(connection, sql)) {
    if (!hashes.has(hash as BlobId)) continue;
    found.push({ id: parseId(id), path: parsePath(path), hash: hash as BlobId });
  }
  return found;
}

/** Every row of a selection from `versions s` whose first column is the id, in pages. */
function* eachRow(connection: Connection, select: string): Generator<readonly unknown[]> {
  const page = connection.statement(`${select} WHERE s.id > ? ORDER BY s.id LIMIT ${pageRows}`);
  for (let after = 0; ; ) {
    const rows = page.all(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = parseId(last[0]);
  }
}

function readLost(connection: Connection): ReadonlySet<BlobId> {
  const rows = connection.statement("SELECT key FROM meta WHERE key BETWEEN ? AND ?");
  const keys = rows.all(lostPrefix, `${lostPrefix}g`).map((row) => parseText(row[0], "meta"));
  return new Set(keys.flatMap((key) => parseBlobId(key.slice(lostPrefix.length)) ?? []));
}

/** Rules between the tables: each query counts what breaks one. */
const disagreements = [
  {
    says: "rows whose path is not in the list of paths",
    sql: `SELECT count(*) FROM versions WHERE path NOT IN (SELECT id FROM paths)
      OR (renamed_from IS NOT NULL AND renamed_from NOT IN (SELECT id FROM paths))`,
  },
  {
    says: "the list of paths has some that no row names",
    sql: `SELECT count(*) FROM paths WHERE id NOT IN (SELECT path FROM versions)
      AND id NOT IN (SELECT renamed_from FROM versions WHERE renamed_from IS NOT NULL)`,
  },
  {
    says: "heads differ from their row",
    sql: `SELECT count(*) FROM heads h LEFT JOIN versions s ON s.id = h.snapshot_id
      WHERE s.path IS NOT h.path OR s.hash IS NOT h.content_hash
        OR s.size_bytes IS NOT h.size_bytes OR s.withheld IS NOT h.withheld`,
  },
  {
    says: "paths whose newest row is neither their head nor their departure",
    sql: `SELECT count(*) FROM (SELECT path AS p, max(id) AS newest FROM versions GROUP BY p)
      WHERE newest IS NOT ifnull((SELECT snapshot_id FROM heads WHERE path = p),
        (SELECT snapshot_id FROM departed WHERE path = p))`,
  },
  {
    says: "departed paths that are not deleted, or have a head too",
    sql: `SELECT count(*) FROM departed d LEFT JOIN versions s ON s.id = d.snapshot_id
      WHERE s.event IS NOT 2 OR s.path IS NOT d.path OR d.path IN (SELECT path FROM heads)`,
  },
  {
    says: "traces of rows that are still there",
    sql: "SELECT count(*) FROM thinned WHERE id IN (SELECT id FROM versions)",
  },
  {
    says: "rows that can be put back and are still there",
    sql: "SELECT count(*) FROM pruned WHERE id IN (SELECT id FROM versions)",
  },
  {
    says: "the sums do not agree with the rows",
    sql: `SELECT count(*) FROM totals WHERE snapshots <> (SELECT count(*) FROM versions)
      OR settled <> (SELECT count(*) FROM versions WHERE settled = 1)
      OR files <> (SELECT count(*) FROM heads)
      OR content_bytes <> (${contentBytes})`,
  },
] as const;
