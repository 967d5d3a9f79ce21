import type { RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { isWatchLimit } from "../site/condition.ts";

/**
 * Directories that could not be watched, with the system's code: the first of them, since beyond
 * the system's limit every other directory of a large tree may be one.
 */
export class Refused {
  readonly #codes = new Map<RelPath, string>();
  #hasMore = false;

  get codes(): ReadonlyMap<RelPath, string> {
    return this.#codes;
  }

  /** There are others, of which neither path nor number is kept. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** One of those that the system watches no more of; they count for each other. */
  get overLimit(): RelPath | undefined {
    return [...this.#codes].find(([, code]) => isWatchLimit(code))?.[0];
  }

  /** True when the directory was not known to be refused. */
  note(path: RelPath, code: string): boolean {
    const isNew = !this.#codes.has(path);
    if (!isNew || this.#codes.size < limits.watch.refusedMax) this.#codes.set(path, code);
    else this.#hasMore = true;
    return isNew;
  }

  delete(path: RelPath): void {
    this.#codes.delete(path);
  }

  clear(): void {
    this.#codes.clear();
    this.#hasMore = false;
  }
}
