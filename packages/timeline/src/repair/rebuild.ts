import { type AbsPath, type ProjectId, UnfError, type WallMs } from "@unf/core/base";
import type { Digest } from "@unf/core/ports";
import { createFile, moveFile } from "../file/create-file.ts";
import { type Connection, createConnection, type MayWrite } from "../file/driver.ts";
import { identityMeta, type ProjectIdentity } from "../file/identity.ts";
import { rebuiltPath } from "../file/rebuilt-path.ts";
import { takeFormerOperations, takeFormerRows } from "../file/schema.ts";
import { connectWriter } from "../open/connect.ts";
import { doubtAbsence } from "../rows/horizons.ts";
import { readMeta } from "../rows/record.ts";
import { checkedTables, eachChecked } from "./checked-rows.ts";
import { deriveAtOnce } from "./derive.ts";
import { hasTable, salvage, salvageInto, salvageSequences } from "./salvage.ts";

export interface Rebuilt {
  /** The new timeline, complete and durable, beside the damaged one. */
  readonly path: AbsPath;
  readonly versions: number;
}

/** Made anew from the rows of `versions`, after which nothing is left to find out about contents. */
const derived = new Set(["heads", "departed", "totals", "released", "outlines"]);

/**
 * Builds a timeline out of all rows that can be read of a damaged one, which is not changed. It
 * lies beside that one; the caller moves the damaged files away and renames it into place.
 * `identity`: what it is about, where the damaged one does not say any more. Throws
 * `store_damaged` when neither says so.
 */
export function rebuildTimeline(
  damaged: AbsPath,
  identity: ProjectIdentity | undefined,
  digest: Digest,
  mayWrite: MayWrite,
): Rebuilt {
  const path = rebuiltPath(damaged) as AbsPath;
  const unfinished = `${path}.new`;
  createFile(unfinished, mayWrite);
  {
    using fresh = connectWriter(unfinished, mayWrite, identity ?? nobody);
    using old = createConnection({ path: damaged, mayWrite: undefined, onOpen: () => undefined });
    fresh.transaction("EXCLUSIVE", () => {
      fresh.script("DELETE FROM meta");
      // Before the tables that refer to rows.
      if (!hasTable(old, "versions")) salvageFormerRows(old, fresh);
      salvage(old, fresh, derived);
      salvageFormerOperations(old, fresh);
      salvagePaths(old, fresh);
      salvageStats(old, fresh);
      salvageSequences(old, fresh);
      keepIdentity(fresh, identity, damaged);
      dropUnreadable(fresh);
      dropTorn(fresh, digest);
      fresh.script(dropUnnamed);
      deriveAtOnce(fresh);
      // Rows may be lost, and nobody knows which.
      doubtAbsence(fresh);
      fresh.script("DROP TABLE former");
    });
  }
  moveFile(unfinished, path, mayWrite);
  return { path, versions: countVersions(path) };
}

function countVersions(path: AbsPath): number {
  using rebuilt = createConnection({ path, mayWrite: undefined, onOpen: () => undefined });
  return Number(rebuilt.statement("SELECT count(*) FROM versions").get()?.[0]);
}

/** Fills the table that is emptied again at once; `meta` of the damaged timeline comes after it. */
const nobody: ProjectIdentity = {
  project: "0".repeat(16) as ProjectId,
  root: "/" as AbsPath,
  dev: 0n,
  ino: 0n,
  createdAt: 0 as WallMs,
};

function keepIdentity(
  fresh: Connection,
  identity: ProjectIdentity | undefined,
  damaged: AbsPath,
): void {
  const insert = fresh.statement("INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)");
  if (identity !== undefined) for (const cells of identityMeta(identity)) insert.run(...cells);
  for (const [key] of identityMeta(nobody)) {
    if (readMeta(fresh, key) !== undefined) continue;
    throw new UnfError("store_damaged", `${damaged} does not say its ${key} any more`, {
      hint: "watch its directory again, then: unf verify --repair",
    });
  }
}

/**
 * A file of format 3 or older has operations without a state: none of them was copied. They are taken
 * over as a migration does. A newer one has no outcomes, without which none is taken over.
 */
function salvageFormerOperations(old: Connection, fresh: Connection): void {
  fresh.script(`CREATE TEMP TABLE operations_3
    (id, kind, started_at, finished_at, argv, before_id, plan, outcome)`);
  salvageInto(old, fresh, { name: "operations", key: "id" }, "operations_3");
  fresh.script(takeFormerOperations);
}

/** A file of format 11 or older has its rows in words: they are taken over as a migration does. */
function salvageFormerRows(old: Connection, fresh: Connection): void {
  fresh.script(`CREATE TEMP TABLE snapshots_11 (${formerRow}) STRICT`);
  salvageInto(old, fresh, { name: "snapshots", key: "id" }, "snapshots_11");
  fresh.script(takeFormerRows);
}

/**
 * Each path also stands in the index of the table. A row whose path is in neither any more keeps its
 * content and its place in time under a name that is made up.
 */
function salvagePaths(old: Connection, fresh: Connection): void {
  salvageInto(old, fresh, { name: "paths", key: "file_path" }, "paths");
  fresh.script(nameLost);
}

/** Stats of the files, of either form of `heads`. */
function salvageStats(old: Connection, fresh: Connection): void {
  fresh.script("CREATE TEMP TABLE former AS SELECT * FROM heads");
  salvageInto(old, fresh, { name: "heads", key: "path" }, "former");
  fresh.script("CREATE TEMP TABLE heads_11 AS SELECT '' AS file_path, * FROM heads");
  salvageInto(old, fresh, { name: "heads", key: "file_path" }, "heads_11");
  fresh.script(formerStats);
}

/** Rows that hold what no recorder writes would fail every listing that meets them. */
function dropUnreadable(fresh: Connection): void {
  for (const table of checkedTables) {
    const remove = fresh.statement(`DELETE FROM ${table.name} WHERE rowid = ?`);
    for (const { id, fault } of eachChecked(fresh, table)) if (fault !== undefined) remove.run(id);
  }
}

function dropTorn(fresh: Connection, digest: Digest): void {
  const remove = fresh.statement("DELETE FROM inbox WHERE id = ?");
  for (const row of fresh.statement("SELECT id, lower(hex(hash)), data FROM inbox").all()) {
    const [id, hash, data] = row;
    if (!(data instanceof Uint8Array) || digest(data) !== hash) remove.run(Number(id));
  }
}

const formerRow = `id INTEGER PRIMARY KEY, file_path TEXT NOT NULL, content_hash TEXT,
  size_bytes INTEGER NOT NULL, timestamp TEXT NOT NULL, event_type TEXT NOT NULL, line_count INTEGER,
  lines_added INTEGER, lines_removed INTEGER, lines_exact INTEGER, settled INTEGER NOT NULL,
  mode INTEGER NOT NULL, cause TEXT NOT NULL, session TEXT, turn TEXT, actor TEXT, confidence TEXT,
  renamed_from TEXT, operation INTEGER, clock_skew_ms INTEGER, rename_evidence TEXT, tool_call INTEGER,
  withheld INTEGER`;
const nameLost = `INSERT OR IGNORE INTO paths (id, file_path)
  SELECT path, 'lost+found/' || path FROM (SELECT path FROM versions
    UNION SELECT renamed_from FROM versions WHERE renamed_from IS NOT NULL)
  WHERE path NOT IN (SELECT id FROM paths)`;
const dropUnnamed = `DELETE FROM paths WHERE id NOT IN (SELECT path FROM versions)
  AND id NOT IN (SELECT renamed_from FROM versions WHERE renamed_from IS NOT NULL)`;
const formerStats = `INSERT INTO former (path, snapshot_id, content_hash, dev, ino, stat_size, stat_mode,
    mtime_ns, ctime_ns, racy)
  SELECT p.id, h.snapshot_id, unhex(h.content_hash), h.dev, h.ino, h.stat_size, h.stat_mode, h.mtime_ns,
    h.ctime_ns, h.racy FROM heads_11 h JOIN paths p ON p.file_path = h.file_path;
  DROP TABLE heads_11`;
