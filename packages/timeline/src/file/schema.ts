import { readFileSync } from "node:fs";
import { UnfError } from "@unf/core/base";
import { backUp } from "./backup.ts";
import type { Connection } from "./driver.ts";
import { repairHint, sqliteCode } from "./failure.ts";
import { everyConnection } from "./pragmas.ts";

// Every read of an .sql file stands here with its literal name: the build replaces each call by the
// file's text.
const tables = [
  readFileSync(new URL("../../sql/schema/meta.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/paths.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/versions.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/snapshots.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/heads.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/departed.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/inbox.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/gaps.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/operations.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/steps.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/checkpoints.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/totals.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/bursts.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/sessions.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/turns.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/tool_calls.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/candidates.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/prunings.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/released.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/forgettings.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/imports.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/thinned.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/horizons.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/pruned.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/handovers.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/directories.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../../sql/schema/outlines.sql", import.meta.url), "utf8"),
];

/** `application_id` of every timeline: the bytes "unf1". */
export const applicationId = 0x756e6631;

/** A step from the version before to `to`, as SQL. */
export interface Migration {
  readonly to: number;
  readonly sql: string;
}

/** Takes over what stands in a table `operations_3` with the columns of version 3, and drops that. */
export const takeFormerOperations = readFileSync(
  new URL("../../sql/migration/4-former-operations.sql", import.meta.url),
  "utf8",
);

/** Takes over what stands in a table `snapshots_11` with the columns of version 11, and drops that. */
export const takeFormerRows = readFileSync(
  new URL("../../sql/migration/12-former-rows.sql", import.meta.url),
  "utf8",
);

/** Steps for files of older versions, in order. A step is never changed once it was published. */
const migrations: readonly Migration[] = [
  {
    to: 2,
    sql: readFileSync(new URL("../../sql/migration/2-renames.sql", import.meta.url), "utf8"),
  },
  {
    to: 3,
    sql: readFileSync(new URL("../../sql/migration/3-bursts.sql", import.meta.url), "utf8"),
  },
  {
    to: 4,
    sql:
      readFileSync(new URL("../../sql/migration/4-operations.sql", import.meta.url), "utf8") +
      takeFormerOperations,
  },
  {
    to: 5,
    sql: readFileSync(new URL("../../sql/migration/5-sessions.sql", import.meta.url), "utf8"),
  },
  {
    to: 6,
    sql: readFileSync(new URL("../../sql/migration/6-retention.sql", import.meta.url), "utf8"),
  },
  {
    to: 7,
    sql:
      readFileSync(new URL("../../sql/migration/7-absence.sql", import.meta.url), "utf8") +
      readFileSync(new URL("../../sql/migration/7-pauses.sql", import.meta.url), "utf8") +
      readFileSync(new URL("../../sql/migration/7-pruned.sql", import.meta.url), "utf8") +
      readFileSync(new URL("../../sql/migration/7-handovers.sql", import.meta.url), "utf8") +
      readFileSync(new URL("../../sql/migration/7-skewed.sql", import.meta.url), "utf8"),
  },
  {
    to: 8,
    sql:
      readFileSync(new URL("../../sql/migration/8-directories.sql", import.meta.url), "utf8") +
      readFileSync(new URL("../../sql/migration/8-prompts.sql", import.meta.url), "utf8"),
  },
  {
    to: 9,
    sql: readFileSync(new URL("../../sql/migration/9-skewed-traces.sql", import.meta.url), "utf8"),
  },
  {
    to: 10,
    sql: readFileSync(
      new URL("../../sql/migration/10-rescue-digests.sql", import.meta.url),
      "utf8",
    ),
  },
  {
    to: 11,
    sql: readFileSync(new URL("../../sql/migration/11-unrecordable.sql", import.meta.url), "utf8"),
  },
  {
    to: 12,
    sql: readFileSync(new URL("../../sql/migration/12-narrow-rows.sql", import.meta.url), "utf8"),
  },
  {
    to: 13,
    sql: readFileSync(new URL("../../sql/migration/13-outlines.sql", import.meta.url), "utf8"),
  },
];

/** `user_version` of the schema this program writes: that of the last step. */
export const schemaVersion = migrations.at(-1)?.to ?? 1;

export type FileKind = "timeline" | "empty" | "foreign";

/** Judges the kind of the opened file without changing it. */
export function identifyFile(connection: Connection): FileKind {
  if (connection.pragma("application_id") === applicationId) return "timeline";
  const untouched =
    connection.pragma("application_id") === 0 &&
    connection.pragma("user_version") === 0 &&
    connection.statement("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
  return untouched ? "empty" : "foreign";
}

/** Creates all tables in one transaction, together with what `fill` writes. */
export function createSchema(connection: Connection, fill: () => void): void {
  connection.transaction("EXCLUSIVE", () => {
    for (const sql of tables) connection.script(sql);
    fill();
    connection.pragma(`application_id = ${applicationId}`);
    connection.pragma(`user_version = ${schemaVersion}`);
  });
}

/** Refuses a file of a newer program; for a reader, also one that a writer must migrate first. */
export function checkVersion(connection: Connection, writable: boolean): void {
  const version = connection.pragma("user_version");
  if (version === schemaVersion) return;
  if (typeof version === "number" && version > schemaVersion) {
    throw new UnfError("newer_store", `${connection.path} was written by a newer unf`, {
      hint: `it has format ${version}, this program reads ${schemaVersion}; update unf`,
    });
  }
  if (writable) return;
  throw new UnfError("failed", `${connection.path} still has the older format ${version}`, {
    hint: "let the daemon convert it: unf restart",
  });
}

/** A value that a table of today does not take was no recorder's: the file holds it by damage. */
function asDamage(path: string, thrown: unknown): unknown {
  if (sqliteCode(thrown)?.startsWith("SQLITE_CONSTRAINT") !== true) return thrown;
  return new UnfError("store_damaged", `${path} holds values that cannot be converted`, {
    hint: repairHint,
    cause: thrown,
  });
}

/**
 * Brings an older file to the version of the last step, all steps in one transaction: after a crash
 * the file has either its old version or the new one. A copy of the old one is kept beside it.
 */
export function migrate(connection: Connection, steps: readonly Migration[] = migrations): void {
  const from = Number(connection.pragma("user_version"));
  const needed = steps.filter(({ to }) => to > from);
  if (needed.length === 0) return;
  backUp(connection, from);
  // A step may write a whole table and its indexes anew.
  connection.pragma("cache_size = -65536");
  try {
    connection.transaction("EXCLUSIVE", () => {
      for (const { to, sql } of needed) {
        connection.script(sql);
        connection.pragma(`user_version = ${to}`);
      }
    });
  } catch (thrown) {
    throw asDamage(connection.path, thrown);
  } finally {
    connection.pragma(`cache_size = ${everyConnection.cache_size.set}`);
  }
}
