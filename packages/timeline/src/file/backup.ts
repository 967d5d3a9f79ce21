import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { asStorageError, StorageError, systemCode } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { planMigrationRoom } from "@unf/core/storage";
import { renderBytes } from "@unf/core/time";
import {
  createFile,
  makeDirectory,
  moveFile,
  removeFile,
  syncDirectory,
  syncFile,
} from "./create-file.ts";
import type { Connection, MayWrite } from "./driver.ts";

/**
 * Keeps a copy of the file as version `from` left it, before it is brought to a newer one; the
 * copies of earlier times are deleted, but the newest few. The copy is complete and durable when
 * this returns. Throws `no_space` when copy and migration would not find room, and makes nothing then.
 */
export function backUp(connection: Connection, from: number): void {
  const { path } = connection;
  const directory = join(dirname(path), backupName);
  requireRoom(path, from);
  const mayWrite = () => connection.askToWrite();
  const unfinished = join(directory, unfinishedName);
  try {
    if (!existsSync(directory)) makeDirectory(directory, mayWrite);
    createFile(unfinished, mayWrite);
    connection.statement("VACUUM INTO ?").run(unfinished);
    // SQLite does not flush what it copies.
    syncFile(unfinished);
    moveFile(unfinished, join(directory, nameBackup(from)), mayWrite);
    syncDirectory(directory);
    syncDirectory(dirname(directory));
    for (const name of listBackups(directory).slice(limits.backup.keptMax)) {
      removeFile(join(directory, name), mayWrite);
    }
  } catch (thrown) {
    forget(unfinished, mayWrite);
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
function forget(unfinished: string, mayWrite: MayWrite): void {
  try {
    removeFile(unfinished, mayWrite);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
  }
}
