import { parentPath, type RelPath, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Hint } from "@unf/core/ports";

/**
 * When the watcher told that files are gone. That they are is recorded later, because many come back
 * at once, and by then others may have changed their directory.
 */
export class Vanishings {
  /** The earliest first. */
  readonly #told = new Map<RelPath, WallMs>();

  heard(hints: readonly Hint[], at: WallMs): void {
    for (const hint of hints) {
      if (hint.kind !== "gone") continue;
      this.#told.delete(hint.path);
      this.#told.set(hint.path, at);
      const [oldest] = this.#told.keys();
      if (this.#told.size > limits.sessions.judgedRowsMax && oldest !== undefined)
        this.#told.delete(oldest);
    }
  }

  /**
   * The last time that this was told of the path, or of a directory around it: of what was in one
   * that could not be watched in time, or that another kind of watcher told of, nothing else is said.
   */
  of(path: RelPath): WallMs | undefined {
    let last: WallMs | undefined;
    for (let at = path; at !== ""; at = parentPath(at)) {
      const told = this.#told.get(at);
      if (told !== undefined && (last === undefined || told > last)) last = told;
    }
    return last;
  }

  forget(before: number): void {
    for (const [path, at] of this.#told) {
      if (at >= before) return;
      this.#told.delete(path);
    }
  }
}
