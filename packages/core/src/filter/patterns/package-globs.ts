import ignore from "ignore";

/** A pattern for the package `ignore`, and the number of the rule it stands for. */
export interface Glob {
  readonly index: number;
  /** Only a directory matches. */
  readonly directoryOnly: boolean;
  /** Without `!` and final `/`. A leading `/` binds it to the whole path, else it meets a name. */
  readonly pattern: string;
}

export interface MatchOptions {
  readonly ignoreCase: boolean;
}

/**
 * Answers which of many globs, in the order of their rules, is the last to match. The package only
 * tells whether any of its patterns matches, so a set that does is halved until one is left; the
 * halves are made when they are first needed.
 */
export class PackageGlobs {
  readonly #globs: readonly Glob[];
  readonly #options: MatchOptions;
  readonly #heads: readonly string[] | undefined;
  #any: PathMatcher | undefined;
  #earlier: PackageGlobs | undefined;
  #later: PackageGlobs | undefined;

  /** `globs`: ascending by index. */
  constructor(globs: readonly Glob[], options: MatchOptions) {
    this.#globs = globs;
    this.#options = options;
    this.#heads = options.ignoreCase ? undefined : literalHeads(globs);
  }

  /** Index of the last rule after `above` with a glob that matches, or -1. */
  last(path: string, above: number, directory: boolean): number {
    const newest = this.#globs.at(-1);
    if (newest === undefined || newest.index <= above) return -1;
    if (this.#heads !== undefined && !this.#heads.some((head) => path.startsWith(head))) return -1;
    this.#any ??= new PathMatcher(
      this.#globs.map(({ pattern }) => pattern),
      this.#options,
    );
    if (!this.#any.matches(path)) return -1;
    if (this.#globs.length === 1) return newest.directoryOnly && !directory ? -1 : newest.index;
    const half = this.#globs.length >> 1;
    this.#later ??= new PackageGlobs(this.#globs.slice(half), this.#options);
    const later = this.#later.last(path, above, directory);
    if (later >= 0) return later;
    this.#earlier ??= new PackageGlobs(this.#globs.slice(0, half), this.#options);
    return this.#earlier.last(path, above, directory);
  }
}

/** The beginning of every match, one for each glob; `undefined` when one begins with a wildcard. */
function literalHeads(globs: readonly Glob[]): string[] | undefined {
  const heads = globs.map((glob) => /^\/?([^*?[\\]*)/.exec(glob.pattern)?.[1] ?? "");
  return heads.includes("") ? undefined : [...new Set(heads)];
}

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
