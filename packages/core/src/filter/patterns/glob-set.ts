import { LinearGlob } from "./linear-glob.ts";
import type { Tally } from "./match-name.ts";
import { type Glob, type MatchOptions, PackageGlobs } from "./package-globs.ts";

/**
 * The package asks about every directory above a path as well. About a path of more names than
 * this it is not asked.
 */
const namesMax = 32;

/** Cost of looking at one glob, whatever it says, in steps of matching. */
const stepsPerGlob = 4096;

/**
 * Answers which of many globs, in the order of their rules, is the last to match. Ordinary ones are
 * for the package `ignore`; those that a regular expression could lay over a path in more than one
 * way are for `LinearGlob`.
 */
export class GlobSet {
  /** The most steps that one path takes. */
  readonly work: number;
  readonly #options: MatchOptions;
  readonly #ordinary: readonly Glob[];
  readonly #package: PackageGlobs;
  readonly #linear: readonly LinearRule[];
  /** The ordinary ones, once a path came that the package is not asked about. */
  #deep: readonly LinearRule[] | undefined;

  /** `globs`: ascending by index. */
  constructor(globs: readonly Glob[], options: MatchOptions) {
    const all = linearRules(globs, options);
    this.work = all.reduce((sum, { matcher }) => sum + stepsPerGlob + matcher.stepsMax, 0);
    this.#options = options;
    this.#ordinary = globs.filter((_, index) => all[index]?.matcher.isOrdinary);
    this.#package = new PackageGlobs(this.#ordinary, options);
    this.#linear = all.filter(({ matcher }) => !matcher.isOrdinary);
  }

  /** Index of the last rule after `above` with a glob that matches, or -1. */
  last(path: string, above: number, directory: boolean, tally?: Tally): number {
    if (this.work === 0) return -1;
    const names = (this.#options.ignoreCase ? path.toLowerCase() : path).split("/");
    const plain = this.#lastOrdinary(path, names, above, directory);
    const linear = lastOf(this.#linear, names, Math.max(above, plain), directory, tally);
    return Math.max(plain, linear);
  }

  #lastOrdinary(path: string, names: readonly string[], above: number, directory: boolean): number {
    if (names.length <= namesMax) return this.#package.last(path, above, directory);
    this.#deep ??= linearRules(this.#ordinary, this.#options);
    return lastOf(this.#deep, names, above, directory);
  }
}

interface LinearRule {
  readonly index: number;
  readonly directoryOnly: boolean;
  readonly matcher: LinearGlob;
}

function linearRules(globs: readonly Glob[], options: MatchOptions): LinearRule[] {
  return globs.map(({ index, directoryOnly, pattern }) => {
    return { index, directoryOnly, matcher: new LinearGlob(pattern, options) };
  });
}

function lastOf(
  rules: readonly LinearRule[],
  names: readonly string[],
  above: number,
  directory: boolean,
  tally?: Tally,
): number {
  for (let at = rules.length - 1; at >= 0; at -= 1) {
    const rule = rules[at];
    if (rule === undefined || rule.index <= above) return -1;
    if (rule.directoryOnly && !directory) continue;
    if (rule.matcher.matches(names, tally)) return rule.index;
  }
  return -1;
}
