import type { RelPath } from "@unf/core/base";
import { createFilter, type Filter } from "@unf/core/filter";

type Read = (path: RelPath) => Uint8Array | undefined;
type Look = (firstBytes: Uint8Array) => string | undefined;

/**
 * One filter for all worlds: to build one takes longer than to play ten steps. Whoever takes it over
 * finds nothing remembered in it.
 */
export class SharedFilter {
  readonly #filter: Filter;
  #read: Read = () => undefined;
  #look: Look = () => undefined;

  constructor() {
    this.#filter = createFilter(
      { signature: (bytes) => this.#look(bytes) },
      { read: (path) => this.#read(path) },
    );
  }

  takeOver(read: Read, look: Look): Filter {
    this.#read = read;
    this.#look = look;
    this.#filter.forget("" as RelPath);
    return this.#filter;
  }
}
