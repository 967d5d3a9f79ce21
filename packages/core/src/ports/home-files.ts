import type { AbsPath } from "../base/brand.ts";
import type { Seeker } from "./seeker.ts";

/** A file or directory of unf's own, as `lstat` sees it. */
export interface OwnEntry {
  readonly path: AbsPath;
  /** Permission bits only. */
  readonly mode: number;
  readonly isOurs: boolean;
}

/** Result of a search through all files of a directory. */
export interface ScannedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Files that hold a needle or have a name that was looked for, relative to the directory. */
  readonly found: readonly string[];
  /** Files that could not be read. */
  readonly unread: readonly string[];
}

/** Needles and names to look for in the files of a directory. */
export interface SoughtInFiles {
  readonly seeker: Seeker;
  readonly isSoughtName: (path: string) => boolean;
  /** Paths relative to the directory that are left out. */
  readonly skips: (path: string) => boolean;
  readonly breathe: () => Promise<void>;
}

/**
 * Files that unf keeps in its home beside timelines and contents: notes, spools, rescued files, copies. A
 * call that fails throws an error with the system's `code`.
 */
export interface HomeFiles {
  /** False also where the system refuses to say. */
  exists(path: AbsPath): boolean;
  /** Names in a directory, or in the one that a link leads to; in order. Throws where there is none. */
  listNames(directory: AbsPath): string[];
  /** Every regular file below a directory, at any depth; none where there is no directory. */
  listFiles(directory: AbsPath): AbsPath[];
  /** The text of a small file; `undefined` when there is none. */
  readText(path: AbsPath): string | undefined;
  /** Puts a file in place whole or not at all, durably. */
  replace(path: AbsPath, bytes: Uint8Array, mode: number): void;
  /** Removes a file, or a directory with all that is in it. Nothing there is no error. Makes nothing durable. */
  removeAll(path: AbsPath): void;
  /**
   * A regular file of any size, a stretch at a time: each begins with the last `overlap` bytes of the one
   * before. The bytes are valid until the next are asked for. What is no regular file has none.
   */
  readStretches(path: AbsPath, overlap: number): Iterable<Uint8Array>;
  /** True when a regular file has one of the needles in it. None of them is empty. */
  holdsAny(path: AbsPath, needles: readonly Uint8Array[]): boolean;
  /** Looks for bytes and names in every regular file below a directory, a stretch at a time. */
  scan(directory: AbsPath, sought: SoughtInFiles): Promise<ScannedFiles>;
}
