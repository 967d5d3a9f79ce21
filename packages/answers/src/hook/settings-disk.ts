import type { AbsPath } from "@unf/core/base";

/**
 * The disk as far as the settings of other programs go. Links are followed, a file keeps its mode
 * and its owner, and it is replaced as a whole. Everything that must not or cannot be done throws
 * `refused` with a reason.
 */
export interface SettingsDisk {
  isDirectory(path: AbsPath): boolean;
  /** The text of the file; `undefined` when there is none. */
  read(path: AbsPath): string | undefined;
  /** Throws `refused` when a write would. */
  checkWritable(path: AbsPath): void;
  /** Leaves a copy of the file beside it, as old as it, where there is none yet. Returns the copy's path. */
  keepCopy(path: AbsPath): AbsPath;
  /** Removes that copy where it is what the file is now, which is as old again; else returns its path. */
  dropCopy(path: AbsPath): AbsPath | undefined;
  /** Removes new texts of the file that never took its place, as whoever wrote them was ended. Throws nothing. */
  dropUnfinished(path: AbsPath): void;
  /** Writes `text` where `before` still stands; throws `conflict` when something else does. */
  write(path: AbsPath, change: NewText): void;
  /** Removes the file where `before` still stands. */
  remove(path: AbsPath, change: { readonly before: string }): void;
  /** The directories that a write of this file would make, the outermost first. */
  missingAbove(path: AbsPath): readonly AbsPath[];
  /** Removes a directory that holds nothing; one that holds something, or is no directory, stays. */
  removeEmpty(directory: AbsPath): void;
}

export interface NewText {
  readonly before: string | undefined;
  readonly text: string;
  /** For a file that is new. */
  readonly mode: number;
}

/** Where the copy of a settings file lies. */
export function copyOf(path: AbsPath): AbsPath {
  return `${path}.unf.bak` as AbsPath;
}
