import { statSync } from "node:fs";
import { type AbsPath, invariant } from "@unf/core/base";
import type { BuiltTimeline } from "@unf/core/exchange";
import { createFile, moveFile } from "../file/create-file.ts";
import type { Connection, MayWrite } from "../file/driver.ts";
import type { ProjectIdentity } from "../file/identity.ts";
import { rebuiltPath } from "../file/rebuilt-path.ts";
import { connectWriter } from "../open/connect.ts";
import { deriveInSlices } from "../repair/derive.ts";

export interface BuildPorts {
  readonly mayWrite: MayWrite;
  /** Called after every slice: others have their turn. */
  readonly breathe: () => Promise<void>;
}

/** As `cache_size`: every row and every index is written anew. */
const cacheKiB = 65_536;

/** Pages that are copied before others have their turn: 4 MiB, some 10 ms. */
const copiedPages = 1024;

/** Rows that are written before others have their turn: some 20 ms. */
export const chunkRows = 5000;

/**
 * Builds a timeline with other rows besides the one that is there, which is not changed, or out of
 * nothing when `create` says what it is about. `change` puts the rows in, and sees to it that what refers
 * to rows moves with them; what follows from rows is made anew afterwards. Nobody waits longer than for an
 * index, which SQLite makes in one go: about a second for 600,000 rows. The caller puts it into its place
 * if it is still current.
 */
export async function buildAnew(
  timeline: AbsPath,
  create: ProjectIdentity | undefined,
  { mayWrite, breathe }: BuildPorts,
  change: (fresh: Connection, dropIndexes: () => void) => Promise<void>,
): Promise<BuiltTimeline> {
  const path = rebuiltPath(timeline) as AbsPath;
  const unfinished = `${path}.new`;
  createFile(unfinished, mayWrite);
  if (create === undefined) await copyWhole(timeline, unfinished, mayWrite);
  const copied = stampOf(timeline);
  await breathe();
  {
    using fresh = connectWriter(unfinished, mayWrite, create);
    fresh.pragma(`cache_size = -${cacheKiB}`);
    // Until the last statement rows have other numbers than what refers to them.
    fresh.pragma("foreign_keys = OFF");
    const indexes: string[] = [];
    await change(fresh, () => void indexes.push(...takeIndexes(fresh)));
    fresh.script("CREATE TEMP TABLE former AS SELECT * FROM heads");
    await breathe();
    for (const table of ["heads", "departed"]) {
      fresh.script(`DELETE FROM ${table}`);
      await breathe();
    }
    for (const sql of indexes) {
      fresh.script(sql);
      await breathe();
    }
    await deriveInSlices(fresh, chunkRows, breathe);
    fresh.script("DROP TABLE former");
    const torn = fresh.statement("PRAGMA foreign_key_check").all();
    invariant(torn.length === 0, `a row of ${torn[0]?.[0]} lost what it refers to`);
  }
  moveFile(unfinished, path, mayWrite);
  return { path, isCurrent: () => stampOf(timeline) === copied };
}

/** Changes whenever somebody has written to the timeline and closed it, or still has it open. */
function stampOf(timeline: AbsPath): string {
  const main = statSync(timeline, { bigint: true, throwIfNoEntry: false });
  const log = statSync(`${timeline}-wal`, { throwIfNoEntry: false });
  // A reader leaves an empty log.
  return `${main?.ino} ${main?.size} ${main?.mtimeNs} ${log?.size ?? 0}`;
}

/** Takes along rows in the write-ahead log; an older format is brought up to date first. */
async function copyWhole(from: AbsPath, to: string, mayWrite: MayWrite): Promise<void> {
  using old = connectWriter(from, mayWrite);
  await old.copyTo(to, copiedPages);
}

/** Drops the indexes of the rows, to make them anew at the end: a tenth of the work. */
function takeIndexes(connection: Connection): string[] {
  const indexes = connection
    .statement("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'versions'")
    .all();
  for (const [name] of indexes) connection.script(`DROP INDEX ${name}`);
  return indexes.map(([, sql]) => String(sql));
}
