import type { RelPath } from "@unf/core/base";
import type { StatKey } from "@unf/core/timeline";
import type { SkipReason } from "../capture/capture-outcome.ts";

/**
 * Files that were read and found not to be recordable, with the stat they had then, so that a
 * sweep does not read every binary file again. Forgets the oldest beyond its bound; forgetting
 * costs one more read.
 */
export class Skipped {
  readonly #known = new Map<RelPath, { readonly stamp: string; readonly why: SkipReason }>();
  readonly #countMax: number;

  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  recall(path: RelPath, stat: StatKey): SkipReason | undefined {
    const known = this.#known.get(path);
    return known?.stamp === stamp(stat) ? known.why : undefined;
  }

  remember(path: RelPath, stat: StatKey, why: SkipReason): void {
    if (why !== "binary" && why !== "private_key" && why !== "too_large") return;
    this.#known.delete(path);
    this.#known.set(path, { stamp: stamp(stat), why });
    if (this.#known.size > this.#countMax) {
      for (const oldest of this.#known.keys()) {
        this.#known.delete(oldest);
        break;
      }
    }
  }

  /** The rules changed: what was skipped may be recorded now. */
  clear(): void {
    this.#known.clear();
  }
}

function stamp(stat: StatKey): string {
  return `${stat.ino}.${stat.size}.${stat.mtimeNs}.${stat.ctimeNs}`;
}
