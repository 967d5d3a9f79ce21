import { PathMatcher } from "./path-matcher.ts";

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

/** What every match begins with, one for each glob; `undefined` when one begins with a wildcard. */
function literalHeads(globs: readonly Glob[]): string[] | undefined {
  const heads = globs.map((glob) => /^\/?([^*?[\\]*)/.exec(glob.pattern)?.[1] ?? "");
  return heads.includes("") ? undefined : [...new Set(heads)];
}
