import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import {
  asStorageError,
  limits,
  planMigrationRoom,
  renderBytes,
  StorageError,
  systemCode,
} from "@unf/core";
import { createFile, syncDirectory, syncFile } from "./create-file.ts";
import type { Connection } from "./driver.ts";

/**
 * Keeps a copy of the file as version `from` left it, before it is brought to a newer one; the
 * copies of earlier times are deleted, but the newest few. The copy is complete and durable when
 * this returns. Throws `no_space` when copy and migration would not find room, and makes nothing then.
 */
export function backUp(connection: Connection, from: number): void {
  const { path } = connection;
  const directory = join(dirname(path), backupName);
  requireRoom(path, from);
  const unfinished = join(directory, unfinishedName);
  try {
    if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 });
    createFile(unfinished);
    connection.statement("VACUUM INTO ?").run(unfinished);
    // SQLite does not flush what it copies.
    syncFile(unfinished);
    renameSync(unfinished, join(directory, nameBackup(from)));
    syncDirectory(directory);
    syncDirectory(dirname(directory));
    for (const name of listBackups(directory).slice(limits.backup.keptMax)) {
      rmSync(join(directory, name), { force: true });
    }
  } catch (thrown) {
    forget(unfinished);
    throw asStorageError(thrown, `the backup of ${path}`);
  }
}

/** Beside the timeline; what is in it under the other name is whole. */
const backupName = "backup";
const unfinishedName = "unfinished.db";

const shape = /^timeline-v\d+-(\d{8}T\d{9}Z)\.db$/;

function nameBackup(from: number): string {
  const utc = new Date().toISOString().replaceAll(/[-:.]/g, "");
  return `timeline-v${from}-${utc}.db`;
}

/** The newest first. */
function listBackups(directory: string): string[] {
  const timeOf = (name: string): string => shape.exec(name)?.[1] ?? "";
  return readdirSync(directory)
    .filter((name) => shape.test(name))
    .sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
}

function requireRoom(path: string, from: number): void {
  const bytes = sizeOf(path) + sizeOf(`${path}-wal`);
  const { bavail, bsize } = statfsSync(dirname(path));
  const needed = planMigrationRoom(bytes);
  if (bavail * bsize >= needed) return;
  throw new StorageError(
    "no_space",
    `${path} has the older format ${from}, and there is no room to convert it`,
    {
      hint: `it takes ${renderBytes(needed)} of free space, ${renderBytes(bavail * bsize)} are left`,
    },
  );
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Half a copy helps nobody, and the disk may need the room. */
function forget(unfinished: string): void {
  try {
    rmSync(unfinished, { force: true });
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
  }
}
