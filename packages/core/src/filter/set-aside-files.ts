import { limits } from "../config/limits.ts";
import type { SetAside, SetAsideReason } from "./set-aside.ts";

/** The ignore files that were found to be set aside: the first few, so that they can be named. */
export class SetAsideFiles {
  readonly #reasons = new Map<string, SetAsideReason>();
  /** Those that may have changed since, or be gone. */
  readonly #doubtful = new Set<string>();

  /** A file was looked at: the reason why it is set aside, or `undefined` for one that is not. */
  settle(file: string, reason: SetAsideReason | undefined): void {
    this.#doubtful.delete(file);
    const isNew = !this.#reasons.has(file);
    if (reason === undefined) this.#reasons.delete(file);
    else if (!isNew || this.#reasons.size < limits.filter.setAsideNamedMax) {
      this.#reasons.set(file, reason);
    }
  }

  /** Files that may not be what they were stay named until they are looked at again. */
  doubt(matching: (file: string) => boolean): void {
    for (const file of this.#reasons.keys()) if (matching(file)) this.#doubtful.add(file);
  }

  /** `isThere`: asked once about each that is in doubt; what is not is named no longer. */
  list(isThere: (file: string) => boolean): SetAside[] {
    for (const file of this.#doubtful) {
      if (!isThere(file)) this.#reasons.delete(file);
    }
    this.#doubtful.clear();
    return [...this.#reasons].map(([file, reason]) => ({ file, reason }));
  }
}
