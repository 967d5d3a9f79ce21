import { type AbsPath, joinPath, type MonoMs, type RelPath, systemCode } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { EntryStat, FileSystem } from "@unf/core/ports";
import { type StatKey, sameStat } from "@unf/core/timeline";

/**
 * Recorded files with several names. A write through one of them gives no event at the others, within
 * the project or outside of it, so they are looked at on a timer.
 */
export class HardLinks {
  readonly #known = new Map<RelPath, StatKey>();
  readonly #onNew: () => void;
  #lookedAt = 0;
  #isFull = false;

  /** `onNew`: a file has a further name now, and nobody knows which of the others are recorded. */
  constructor(onNew: () => void) {
    this.#onNew = onNew;
  }

  /** True when there are more of them than are looked at. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** A capture or a sweep saw this recorded file. */
  note(path: RelPath, stat: EntryStat): void {
    if (stat.kind === "file" && stat.nlink > 1) {
      const isKnown = this.#known.has(path);
      if (!isKnown) this.#onNew();
      if (isKnown || this.#known.size < limits.watch.hardLinksMax) this.#known.set(path, stat);
      else this.#isFull = true;
    } else this.#known.delete(path);
  }

  /** The same as `look`, when it is time. */
  lookWhenDue(
    now: MonoMs,
    disk: { readonly fs: Pick<FileSystem, "lstat">; readonly root: AbsPath },
    touch: { touched(path: RelPath, closed: boolean): void },
  ): void {
    if (now - this.#lookedAt >= limits.watch.hardLinkMs) this.look(now, disk, touch);
  }

  /** Touches the files of which the disk says something else than before. */
  look(
    now: MonoMs,
    disk: { readonly fs: Pick<FileSystem, "lstat">; readonly root: AbsPath },
    touch: { touched(path: RelPath, closed: boolean): void },
  ): void {
    this.#lookedAt = now;
    for (const [path, before] of this.#known) {
      const stat = look(disk, path);
      // Of what is gone or has one name left, events tell.
      if (stat === undefined) this.#known.delete(path);
      else this.note(path, stat);
      if (stat !== undefined && !sameStat(before, stat)) touch.touched(path, true);
    }
  }
}

/** `undefined` for what is gone, and for what may not be looked at any more. */
function look(
  { fs, root }: { readonly fs: Pick<FileSystem, "lstat">; readonly root: AbsPath },
  path: RelPath,
): EntryStat | undefined {
  try {
    return fs.lstat(joinPath(root, path));
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
