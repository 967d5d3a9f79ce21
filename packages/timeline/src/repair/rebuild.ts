import { type AbsPath, type ProjectId, UnfError, type WallMs } from "@unf/core/base";
import type { Digest } from "@unf/core/ports";
import { createFile, moveFile } from "../file/create-file.ts";
import { type Connection, createConnection, type MayWrite } from "../file/driver.ts";
import { identityMeta, type ProjectIdentity } from "../file/identity.ts";
import { rebuiltPath } from "../file/rebuilt-path.ts";
import { takeFormerOperations } from "../file/schema.ts";
import { connectWriter } from "../open/connect.ts";
import { doubtAbsence } from "../rows/horizons.ts";
import { readMeta } from "../rows/record.ts";
import { checkedTables, eachChecked } from "./checked-rows.ts";
import { deriveAtOnce } from "./derive.ts";
import { salvage, salvageInto, salvageSequences } from "./salvage.ts";

export interface Rebuilt {
  /** The new timeline, complete and durable, beside the damaged one. */
  readonly path: AbsPath;
  readonly versions: number;
}

/** Made anew from the rows of `snapshots`, after which nothing is left to find out about contents. */
const derived = new Set(["heads", "departed", "contents", "totals", "released"]);

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
      salvage(old, fresh, derived);
      salvageFormerOperations(old, fresh);
      fresh.script("CREATE TEMP TABLE former AS SELECT * FROM heads");
      salvageInto(old, fresh, "heads", "former");
      salvageSequences(old, fresh);
      keepIdentity(fresh, identity, damaged);
      dropUnreadable(fresh);
      dropTorn(fresh, digest);
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
  return Number(rebuilt.statement("SELECT count(*) FROM snapshots").get()?.[0]);
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
  salvageInto(old, fresh, "operations", "operations_3");
  fresh.script(takeFormerOperations);
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
