import type { AbsPath, BlobId, RelPath } from "@unf/core/base";
import type { Digest } from "@unf/core/ports";
import { isRescued, rescueFile } from "./rescue.ts";
import { digestWhole } from "./whole-file.ts";
import { at, type Worktree } from "./worktree.ts";

/** Rescues the files of steps, and notes of each copy what it holds. */
export class CopiedRescues {
  /** By the positions of the steps; a file that got a second name is not among them. */
  readonly held = new Map<number, BlobId>();
  readonly #digest: Digest;

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  rescue(
    worktree: Worktree,
    { path, position }: { readonly path: RelPath; readonly position: number },
    directory: AbsPath,
  ): void {
    const kept = rescueFile(worktree, path, directory);
    if (at(worktree, path, (address) => isRescued(worktree, address, kept))) return;
    const held = digestWhole(worktree.fs, this.#digest, kept);
    if (held !== undefined) this.held.set(position, held);
  }
}
