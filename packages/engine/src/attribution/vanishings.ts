import { parentPath, type RelPath, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Hint } from "@unf/core/ports";

/**
 * When the watcher told that files are gone. That they are is recorded later, because many come back
 * at once, and by then others may have changed their directory.
 */
export class Vanishings {
  /** The earliest first. */
  readonly #hinted = new Map<RelPath, WallMs>();

  onHints(hints: readonly Hint[], at: WallMs): void {
    for (const hint of hints) {
      if (hint.kind !== "gone") continue;
      this.#hinted.delete(hint.path);
      this.#hinted.set(hint.path, at);
      const [oldest] = this.#hinted.keys();
      if (this.#hinted.size > limits.sessions.judgedRowsMax && oldest !== undefined)
        this.#hinted.delete(oldest);
    }
  }

  /**
   * The last time that this was told of the path, or of a directory around it: of what was in one
   * that could not be watched in time, or that another kind of watcher told of, nothing else is said.
   */
  of(path: RelPath): WallMs | undefined {
    let last: WallMs | undefined;
    for (let at = path; at !== ""; at = parentPath(at)) {
      const hinted = this.#hinted.get(at);
      if (hinted !== undefined && (last === undefined || hinted > last)) last = hinted;
    }
    return last;
  }

  forget(before: number): void {
    for (const [path, at] of this.#hinted) {
      if (at >= before) return;
      this.#hinted.delete(path);
    }
  }
}
