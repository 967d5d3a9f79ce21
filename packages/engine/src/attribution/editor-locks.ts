import { lockedName } from "@unf/core/attribution";
import { parentPath, type RelPath, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Hint } from "@unf/core/ports";

/**
 * Files that editors were seen to lock beside themselves, as Emacs and LibreOffice do: the lock goes
 * with the save, so that nobody finds it afterwards.
 */
export class EditorLocks {
  /** When the watcher last told of the lock of each file, the earliest first. */
  readonly #hinted = new Map<string, WallMs>();

  onHints(hints: readonly Hint[], at: WallMs): void {
    for (const hint of hints) {
      if (!("path" in hint)) continue;
      const directory = parentPath(hint.path);
      const name = lockedName(hint.path.slice(directory === "" ? 0 : directory.length + 1));
      if (name === undefined) continue;
      const locked = directory === "" ? name : `${directory}/${name}`;
      this.#hinted.delete(locked);
      this.#hinted.set(locked, at);
      const [oldest] = this.#hinted.keys();
      if (this.#hinted.size > limits.sessions.judgedRowsMax && oldest !== undefined)
        this.#hinted.delete(oldest);
    }
  }

  /** True when its lock came or went about then. */
  wasLocked(path: RelPath, at: WallMs): boolean {
    const hinted = this.#hinted.get(path);
    return hinted !== undefined && Math.abs(hinted - at) <= limits.sessions.life.settleMs;
  }

  forget(before: number): void {
    for (const [path, at] of this.#hinted) if (at < before) this.#hinted.delete(path);
  }
}
