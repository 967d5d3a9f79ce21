import type { AbsPath, RelPath } from "../base/brand.ts";
import type { StatKey } from "../timeline/head.ts";

export type EntryKind = "file" | "directory" | "link" | "special";

/** An entry as `lstat` tells of it. `special`: FIFO, socket, device. */
export interface EntryStat extends StatKey {
  readonly kind: EntryKind;
  readonly nlink: number;
  readonly uid: number;
  /**
   * When a directory was made, as the system says it: `birthOf` knows what of that to believe. Tells
   * a directory from a later one that got its inode number. Left out for other kinds.
   */
  readonly birthNs?: bigint;
}

export interface DirectoryEntry {
  /** As `decodePath` gives it: names that are not UTF-8 survive. */
  readonly name: string;
  /** `unknown` where the file system does not say; `lstat` then. */
  readonly kind: EntryKind | "unknown";
}

/** Why a file's content was not read. `code` is the system's own. */
export type ReadOutcome =
  | { readonly kind: "content"; readonly bytes: Uint8Array; readonly stat: EntryStat }
  | { readonly kind: "gone" }
  /** Not a regular file or link, or it was replaced while being opened. */
  | { readonly kind: "not_regular" }
  | { readonly kind: "too_large"; readonly stat: EntryStat }
  /** It kept changing through every retry: the bytes may be torn. */
  | { readonly kind: "unstable"; readonly bytes: Uint8Array; readonly stat: EntryStat }
  | { readonly kind: "unreadable"; readonly code: string };

/**
 * A directory tree whose places are reached by walking down from its root, through no link: what is
 * swapped for a link meanwhile is not followed.
 */
export interface Tree extends Disposable {
  /**
   * Runs `work` with a path that names exactly this directory for as long as `work` runs, whatever
   * is renamed meanwhile; calls of `FileSystem` on it and on entries directly in it are safe, deeper
   * ones are not. `undefined` when something on the way is not there, or is not a directory. Calls
   * may be nested: to rename from one place to another.
   */
  within<T>(directory: RelPath, work: (place: AbsPath) => T): T | undefined;
}

/**
 * The disk, as engine and store use it. Synchronous, because on local disks the calls are faster
 * than the promise around them (docs/decision). Paths never contain NUL. Failed calls throw an
 * error with the system's `code`, except where a method says otherwise.
 */
export interface FileSystem {
  /** `undefined` when nothing is there (ENOENT, ENOTDIR). Never follows a link. */
  lstat(path: AbsPath): EntryStat | undefined;
  /** Entries in no order; `undefined` when it is not a directory or is gone. EACCES throws. */
  list(path: AbsPath): DirectoryEntry[] | undefined;
  /**
   * One word for what `lstat` says of the directory and of these names in it, but for the time of access
   * and owners: another word when anything of it is another. `undefined` when one may not be looked at.
   */
  stamp(directory: AbsPath, names: readonly string[]): string | undefined;
  /**
   * Reads a regular file whole, or a link's target, never more than `limit` bytes. Never blocks on
   * a FIFO, never follows a link, checks that what was opened is what `lstat` saw, and reads again
   * when the file changed meanwhile. The bytes are the caller's own copy. With `root`, which is above
   * it: not through a link that stands, or is put, in the place of a directory on the way from there.
   */
  read(path: AbsPath, limit: number, root?: AbsPath): ReadOutcome;
  /**
   * Bytes of a regular file from `offset` on, fewer than `length` where it ends; `undefined` when
   * nothing or no regular file is there. Never follows a link, never blocks. The bytes are the
   * caller's own copy.
   */
  readRange(path: AbsPath, offset: number, length: number): Uint8Array | undefined;
  /** Creates `path` (it must not exist), writes every byte, sets `mode & 0o777`, and closes. */
  writeNew(
    path: AbsPath,
    bytes: Uint8Array,
    options: { readonly mode: number; readonly sync: boolean },
  ): void;
  /** Writes every byte behind the last one of a regular file; with `mode`, sets `mode & 0o777` then. */
  append(path: AbsPath, bytes: Uint8Array, mode?: number): void;
  /** Copies a file's bytes and mode to a path that must not exist, and makes the copy durable. */
  copyNew(from: AbsPath, to: AbsPath): void;
  symlink(path: AbsPath, target: Uint8Array): void;
  /** Gives a file one name more. EXDEV, EPERM, EMLINK where that cannot be. */
  link(from: AbsPath, to: AbsPath): void;
  rename(from: AbsPath, to: AbsPath): void;
  /**
   * Swaps two entries in one step: what stood at either is there afterwards, whoever put it there.
   * False, with nothing done, where the system or that file system cannot.
   */
  exchange(a: AbsPath, b: AbsPath): boolean;
  /** Renames to where nothing stands; EEXIST when something does, on systems that can tell in one step. */
  moveNew(from: AbsPath, to: AbsPath): void;
  /**
   * For root: gives a new entry, never what a link leads to, the owner of the directory it lies in;
   * true when that is another. Does nothing for everybody else, whose files are their own.
   */
  adopt(path: AbsPath): boolean;
  /**
   * Gives `to`, a new file, the owner, group, access list and extended attributes of `from`, whose
   * place it takes. Gives what it could not have: `owner`, `group`, or an attribute's name. Never
   * throws for what the system refuses.
   */
  keepAttributes(from: AbsPath, to: AbsPath): readonly string[];
  /** Removes a file or link. Nothing there is no error. */
  remove(path: AbsPath): void;
  /** Creates the directory and its parents as needed. */
  makeDirectory(path: AbsPath, mode: number): void;
  /** Removes an empty directory; false when it is not empty or not there. */
  removeDirectory(path: AbsPath): boolean;
  /**
   * Opens a tree at its root, which may itself be reached through links. Throws ENOENT or ENOTDIR
   * when no directory is there.
   */
  openTree(root: AbsPath): Tree;
  /** Makes a file's content durable. */
  syncFile(path: AbsPath): void;
  /** As `syncFile`, while everything else goes on: what is written after the call may be left out. */
  flushFile(path: AbsPath): Promise<void>;
  /** Makes a directory's entries durable. No-op where the platform cannot. */
  syncDirectory(path: AbsPath): void;
  /** Makes everything written so far below `path`'s file system durable (`syncfs`). */
  syncAll(path: AbsPath): void;
  /** As `syncAll`, while everything else goes on: what is written after the call may be left out. */
  flushAll(path: AbsPath): Promise<void>;
  /** Free bytes for an ordinary user on the file system of `path`. */
  freeBytes(path: AbsPath): number;
}
