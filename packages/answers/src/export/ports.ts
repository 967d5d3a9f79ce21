import type { AbsPath } from "@unf/core/base";

/** Repositories of git on this machine. */
export interface GitAccess {
  /**
   * The repository at the path: its own, never one around it. `undefined` where none is yet and one
   * can be made. Throws `refused` for a directory that holds something else.
   */
  findRepository(path: AbsPath): Promise<GitRepository | undefined>;
  /** Makes a bare repository where there is none. */
  makeRepository(path: AbsPath): Promise<GitRepository>;
}

/** A repository of which only one ref is ever written. */
export interface GitRepository {
  readonly directory: AbsPath;
  /** The answer of a git command, without its last newline; `undefined` when it fails. */
  ask(...words: readonly string[]): Promise<string | undefined>;
  /** Feeds `git fast-import`; resolves when everything is written. */
  fastImport(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
}

/** Writes a file that must not exist, or none of it. Throws `refused` where it does, `not_found`. */
export type WriteNewFile = (path: AbsPath, pieces: Iterable<Uint8Array>) => void | Promise<void>;
