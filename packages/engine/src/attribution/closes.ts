import type { RelPath } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";

/** When files were last told to be closed after they were written to, or moved into their place. */
export class Closes {
  /** The earliest first. */
  readonly #at = new Map<RelPath, number>();

  onHints(hints: readonly Hint[], at: number): void {
    for (const hint of hints) {
      if (hint.kind !== "touched" || !hint.closed) continue;
      this.#at.delete(hint.path);
      this.#at.set(hint.path, at);
      const [oldest] = this.#at.keys();
      if (this.#at.size > closesMax && oldest !== undefined) this.#at.delete(oldest);
    }
  }

  /** Other files than this that were closed then, both ends included, and not since. */
  others(path: RelPath, from: number, to: number): readonly RelPath[] {
    const isThen = ([other, at]: readonly [RelPath, number]): boolean =>
      other !== path && at >= from && at <= to;
    return [...this.#at].filter(isThen).map(([other]) => other);
  }

  forget(before: number): void {
    for (const [path, at] of this.#at) if (at < before) this.#at.delete(path);
  }
}

/** Two looks are hardly a second apart. */
const closesMax = 256;
