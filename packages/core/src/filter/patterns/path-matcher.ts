import ignore from "ignore";

/** The package remembers every path it was ever asked about; after so many it is made anew. */
const pathsRemembered = 100;

/**
 * Whether any of some patterns matches a path itself, whatever its parents are. Patterns are in the
 * syntax of the package `ignore`, without `!` and final `/`.
 */
export class PathMatcher {
  readonly #ignoreCase: boolean;
  #rules: ignore.Ignore;
  #left = pathsRemembered;

  constructor(patterns: readonly string[], options: { readonly ignoreCase: boolean }) {
    this.#ignoreCase = options.ignoreCase;
    // As negative rules: what a positive rule says of a path also holds for everything below it,
    // and the package then no longer tells whether the path itself matches.
    this.#rules = this.#empty().add(patterns.map((pattern) => `!${pattern}`));
  }

  matches(path: string): boolean {
    this.#left -= 1;
    if (this.#left < 0) {
      this.#rules = this.#empty().add(this.#rules);
      this.#left = pathsRemembered;
    }
    return this.#rules.test(path).unignored;
  }

  #empty(): ignore.Ignore {
    return ignore({ ignorecase: this.#ignoreCase });
  }
}
