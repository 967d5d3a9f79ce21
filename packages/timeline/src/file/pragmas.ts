import { UnfError } from "@unf/core/base";
import type { Connection } from "./driver.ts";

/**
 * Settings of every connection, with the value SQLite then reports. Nothing here may be left to
 * a default: better-sqlite3 opens an existing file with `synchronous` NORMAL, which loses
 * acknowledged rows in a power cut, and with 16 MB of cache.
 */
export const everyConnection = {
  synchronous: { set: "FULL", reads: 2 },
  cache_size: { set: "-512", reads: -512 },
  busy_timeout: { set: "5000", reads: 5000 },
  foreign_keys: { set: "ON", reads: 1 },
  trusted_schema: { set: "OFF", reads: 0 },
  cell_size_check: { set: "ON", reads: 1 },
  mmap_size: { set: "0", reads: 0 },
  secure_delete: { set: "ON", reads: 1 },
  temp_store: { set: "MEMORY", reads: 2 },
  journal_size_limit: { set: "4194304", reads: 4194304 },
  wal_autocheckpoint: { set: "1000", reads: 1000 },
  // Makes fsync honest on macOS; elsewhere without effect.
  fullfsync: { set: "ON", reads: 1 },
  checkpoint_fullfsync: { set: "ON", reads: 1 },
} as const;

/** Gives a connection 8 MiB of cache, for what touches many pages more than once. */
export function setLargeCache(connection: Connection): void {
  connection.pragma("cache_size = -8192");
}

/** Takes them back. */
export function setUsualCache(connection: Connection): void {
  connection.pragma(`cache_size = ${everyConnection.cache_size.set}`);
}

/** Sets what holds for one connection only; the rest is written in the file. */
export function setPragmas(connection: Connection): void {
  for (const [name, { set }] of Object.entries(everyConnection)) {
    connection.pragma(`${name} = ${set}`);
  }
}

/** Makes a file that holds no table yet give pages back. Must come before its first page is written. */
export function setVacuum(connection: Connection): void {
  connection.pragma("auto_vacuum = INCREMENTAL");
}

/** Puts the file into WAL mode, where it stays. */
export function setJournal(connection: Connection): void {
  if (connection.pragma("journal_mode = WAL") === "wal") return;
  throw new UnfError("failed", `the file system of ${connection.path} cannot hold a timeline`, {
    hint: "put UNF_HOME on a local disk",
  });
}
