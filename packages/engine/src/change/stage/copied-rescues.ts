import type { AbsPath, BlobId, RelPath } from "@unf/core/base";
import type { Digest } from "@unf/core/ports";
import { at, type Ground } from "./ground.ts";
import { isRescued, rescueFile } from "./rescue.ts";
import { digestWhole } from "./whole-file.ts";

/** Rescues the files of steps, and notes of each copy what it holds. */
export class CopiedRescues {
  /** By the positions of the steps; a file that got a second name is not among them. */
  readonly held = new Map<number, BlobId>();
  readonly #digest: Digest;

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  rescue(
    ground: Ground,
    { path, position }: { readonly path: RelPath; readonly position: number },
    directory: AbsPath,
  ): void {
    const kept = rescueFile(ground, path, directory);
    if (at(ground, path, (address) => isRescued(ground, address, kept))) return;
    const held = digestWhole(ground.fs, this.#digest, kept);
    if (held !== undefined) this.held.set(position, held);
  }
}
