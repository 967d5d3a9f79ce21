import type { RelPath } from "../base/brand.ts";
import { childPath, isWithin, parentPath } from "../base/path.ts";
import { limits } from "../config/limits.ts";
import { byteText } from "./patterns/byte-text.ts";
import { parseIgnoreFile } from "./patterns/ignore-rule.ts";
import { PatternSet } from "./patterns/pattern-set.ts";
import { RecentMap } from "./recent-map.ts";
import {
  addCost,
  type ScopeCost,
  type SetAside,
  SetAsideFiles,
  type SetAsideReason,
} from "./set-aside.ts";
import type { RuleSource } from "./verdict.ts";

/** Where the filter reads the project's own ignore files from. */
export interface IgnoreSources {
  /**
   * Content of a regular file of the project, `too_large` beyond `limits.filter`; `undefined` when
   * there is none, it cannot be read, or it is a link (git does not follow those either).
   */
  read(path: RelPath): Uint8Array | "too_large" | undefined;
}

/** An ignore file that lies outside the project and yet counts in it. */
export interface OuterIgnoreFile {
  /** As shown to a person, such as `/home/a/.config/git/ignore`. */
  readonly name: string;
  readonly content: Uint8Array | "too_large";
  /**
   * The project's root seen from where patterns with a `/` begin: the directory of a `.gitignore`,
   * the top of git's working tree for global excludes and `.git/info/exclude`. Empty when that is
   * the root itself.
   */
  readonly prefix: RelPath;
}

interface IgnoreFile {
  readonly name: string;
  /** Given for a file outside the project; one of the project's own is compiled when needed. */
  readonly patterns: PatternSet | undefined;
  /** Prepended to a path of the project: where the project lies below the file. */
  readonly prefix: string;
  /** Cut off from a path of the project: where the file lies below the root. Counted in byte text. */
  readonly skip: number;
}

/** A rule that matched. */
export interface IgnoreMatch {
  readonly negative: boolean;
  readonly rule: RuleSource;
}

/** Ignore files that count in one directory, the strongest first. */
export interface Chain {
  readonly file: IgnoreFile;
  readonly weaker: Chain | undefined;
}

/** The ignore files that count for the entries of one directory. */
export interface Scope {
  /** Of git: every `.gitignore` from the directory up, `.git/info/exclude`, what lies outside. */
  readonly git: Chain | undefined;
  /** Every `.unfignore` from the directory up. */
  readonly unf: Chain | undefined;
  /** Of both. */
  readonly cost: ScopeCost;
}

/** The rules of an ignore file, none when it is set aside. */
interface Compiled {
  readonly patterns: PatternSet;
  readonly refused: SetAsideReason | undefined;
}

/** The one ignore file of a project in a directory that is never watched. */
export const infoExclude = ".git/info/exclude" as RelPath;

/**
 * How many rules are kept compiled. Twice what counts in one directory: then what one path needs is
 * never pushed out by the rest of what it needs. A file weighs at least 50.
 */
const rulesCompiled = 2 * limits.filter.scopeRulesMax;

/** The ignore files of one project: where they lie, and what their rules say of a path. */
export class IgnoreFiles {
  /** Rules from outside the project. */
  readonly outer: Scope;
  readonly #setAside = new SetAsideFiles();
  readonly #outerNames: ReadonlySet<string>;
  readonly #sources: IgnoreSources;
  readonly #ignoreCase: boolean;
  readonly #noRules = new PatternSet([], { ignoreCase: false });
  readonly #compiled = new RecentMap<Compiled>(rulesCompiled, ({ patterns }) =>
    Math.max(50, patterns.weight),
  );

  /** `outer`: the weakest first. */
  constructor(
    sources: IgnoreSources,
    outer: readonly OuterIgnoreFile[],
    options: { readonly ignoreCase: boolean },
  ) {
    this.#sources = sources;
    this.#ignoreCase = options.ignoreCase;
    this.#outerNames = new Set(outer.map(({ name }) => name));
    let scope: Scope = { git: undefined, unf: undefined, cost: { work: 0, weight: 0 } };
    for (const { name, content, prefix } of outer) {
      const compiled = this.#compile(content);
      const start = prefix === "" ? "" : `${byteText(prefix)}/`;
      const file = { name, patterns: compiled.patterns, prefix: start, skip: 0 };
      scope = this.#extend(scope, "git", file, compiled);
    }
    this.outer = scope;
  }

  /** The scope inside `directory`: what it inherits and the ignore files it holds. */
  inside(directory: RelPath, inherited: Scope): Scope {
    const unf = this.#add(inherited, "unf", directory, childPath(directory, ".unfignore"));
    const top = directory === "" ? this.#add(unf, "git", directory, infoExclude) : unf;
    return this.#add(top, "git", directory, childPath(directory, ".gitignore"));
  }

  /**
   * The last matching rule of the strongest file that has one. `name` and `path` are byte texts;
   * only `path` itself is matched, not the directories above it.
   */
  match(
    files: Chain | undefined,
    name: string,
    path: string,
    directory: boolean,
  ): IgnoreMatch | undefined {
    for (let link = files; link !== undefined; link = link.weaker) {
      const { file } = link;
      const patterns = file.patterns ?? this.#read(file.name as RelPath)?.patterns;
      const seen = file.prefix === "" ? path.slice(file.skip) : file.prefix + path;
      const rule = patterns?.last(name, seen, directory);
      if (rule === undefined) continue;
      const { negative, line, pattern } = rule;
      return { negative, rule: { file: file.name, line, pattern } };
    }
    return undefined;
  }

  /** Drops what is kept of the ignore files in `directory` and below. */
  forget(directory: RelPath): void {
    this.#compiled.drop((name) => isWithin(directory, name as RelPath));
    this.#setAside.recheck(
      (name) => !this.#outerNames.has(name) && isWithin(directory, name as RelPath),
    );
  }

  /**
   * Files found to be set aside, the first few. `isCovered`: whether a directory is still looked
   * into; asked about files that may have changed since.
   */
  setAside(isCovered: (directory: RelPath) => boolean): readonly SetAside[] {
    return this.#setAside.list((file) => {
      const path = file as RelPath;
      return isCovered(ignoreFileHome(path)) && this.#sources.read(path) !== undefined;
    });
  }

  /** True when a file of this name is there for entries of the directory of `path`. */
  isAbove(file: string, path: RelPath): boolean {
    return this.#outerNames.has(file) || isWithin(ignoreFileHome(file as RelPath), path);
  }

  #add(scope: Scope, side: "git" | "unf", directory: RelPath, path: RelPath): Scope {
    const compiled = this.#read(path);
    if (compiled === undefined) {
      this.#setAside.settle(path, undefined);
      return scope;
    }
    const skip = directory === "" ? 0 : byteText(directory).length + 1;
    const file = { name: path, patterns: undefined, prefix: "", skip };
    const extended = this.#extend(scope, side, file, compiled);
    // A change above it drops the scopes below: until then its rules are not needed.
    if (extended === scope && compiled.patterns.size > 0) {
      this.#compiled.set(path, { patterns: this.#noRules, refused: "too_much_together" });
    }
    return extended;
  }

  /** With one stronger file, unless that is set aside or has no rules. */
  #extend(scope: Scope, side: "git" | "unf", file: IgnoreFile, compiled: Compiled): Scope {
    const { patterns, refused } = compiled;
    const cost = addCost(scope.cost, patterns);
    const reason = refused ?? (cost === undefined ? "too_much_together" : undefined);
    this.#setAside.settle(file.name, reason);
    if (reason !== undefined || cost === undefined || patterns.size === 0) return scope;
    return { ...scope, [side]: { file, weaker: scope[side] }, cost };
  }

  #read(path: RelPath): Compiled | undefined {
    const known = this.#compiled.get(path);
    if (known !== undefined) return known;
    const content = this.#sources.read(path);
    if (content === undefined) return undefined;
    const compiled = this.#compile(content);
    this.#compiled.set(path, compiled);
    return compiled;
  }

  #compile(content: Uint8Array | "too_large"): Compiled {
    const options = { ignoreCase: this.#ignoreCase };
    if (content === "too_large") return { patterns: this.#noRules, refused: content };
    const rules = parseIgnoreFile(content);
    if (rules.length > limits.filter.rulesMax) {
      return { patterns: this.#noRules, refused: "too_many_rules" };
    }
    const patterns = new PatternSet(rules, options);
    if (patterns.work <= limits.filter.workMax) return { patterns, refused: undefined };
    return { patterns: this.#noRules, refused: "too_much_work" };
  }
}

/** True for a file whose rules count. */
export function isIgnoreFile(path: RelPath): boolean {
  return path === infoExclude || /(^|\/)\.(git|unf)ignore$/.test(path);
}

/** Names of ignore files; beside an entry they decide whether it is recorded, and whether what is below it is. */
export const ignoreFileNames: readonly string[] = [".gitignore", ".unfignore"];

/** The directory an ignore file's rules are bound to. */
export function ignoreFileHome(path: RelPath): RelPath {
  return path === infoExclude ? ("" as RelPath) : parentPath(path);
}
