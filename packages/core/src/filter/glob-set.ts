import { GlobstarChain, isGlobstarChain } from "./globstar-chain.ts";
import { PathMatcher } from "./path-matcher.ts";

/** A pattern for the package `ignore`, and the number of the rule it stands for. */
export interface Glob {
  readonly index: number;
  /** Only a directory matches. */
  readonly directoryOnly: boolean;
  /** Without `!` and final `/`. A leading `/` binds it to the whole path, else it meets a name. */
  readonly pattern: string;
}

interface MatchOptions {
  readonly ignoreCase: boolean;
}

/**
 * Answers which of many globs, in the order of their rules, is the last to match. The package only
 * tells whether any of its patterns matches, so a set that does is halved until one is left; the
 * halves are made when they are first needed.
 */
export class GlobSet {
  readonly #globs: readonly Glob[];
  readonly #options: MatchOptions;
  readonly #heads: readonly string[] | undefined;
  #any: AnyMatcher | undefined;
  #earlier: GlobSet | undefined;
  #later: GlobSet | undefined;

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
    this.#any ??= new AnyMatcher(this.#globs, this.#options);
    if (!this.#any.matches(path)) return -1;
    if (this.#globs.length === 1) return newest.directoryOnly && !directory ? -1 : newest.index;
    const half = this.#globs.length >> 1;
    this.#later ??= new GlobSet(this.#globs.slice(half), this.#options);
    const later = this.#later.last(path, above, directory);
    if (later >= 0) return later;
    this.#earlier ??= new GlobSet(this.#globs.slice(0, half), this.#options);
    return this.#earlier.last(path, above, directory);
  }
}

/** Whether any of some globs matches a path. */
class AnyMatcher {
  readonly #plain: PathMatcher;
  readonly #chains: readonly GlobstarChain[];

  constructor(globs: readonly Glob[], options: MatchOptions) {
    const patterns = globs.map((glob) => glob.pattern);
    const plain = patterns.filter((pattern) => !isGlobstarChain(pattern));
    const chains = patterns.filter((pattern) => isGlobstarChain(pattern));
    this.#plain = new PathMatcher(plain, options);
    this.#chains = chains.map((pattern) => new GlobstarChain(pattern, options));
  }

  matches(path: string): boolean {
    return this.#plain.matches(path) || this.#chains.some((chain) => chain.matches(path));
  }
}

/** What every match begins with, one for each glob; `undefined` when one begins with a wildcard. */
function literalHeads(globs: readonly Glob[]): string[] | undefined {
  const heads = globs.map((glob) => /^\/?([^*?[\\]*)/.exec(glob.pattern)?.[1] ?? "");
  return heads.includes("") ? undefined : [...new Set(heads)];
}
