import type { RelPath } from "../base/brand.ts";
import { childPath, isWithin, parentPath } from "../base/path.ts";
import { byteText } from "./byte-text.ts";
import { parseIgnoreFile } from "./ignore-rule.ts";
import { PatternSet } from "./pattern-set.ts";
import { RecentMap } from "./recent-map.ts";
import type { RuleSource } from "./verdict.ts";

/** Where the filter reads the project's own ignore files from. */
export interface IgnoreSources {
  /**
   * Content of a regular file of the project; `undefined` when there is none, it cannot be read, or
   * it is a link (git does not follow those either).
   */
  read(path: RelPath): Uint8Array | undefined;
}

/** An ignore file that lies outside the project and yet counts in it. */
export interface OuterIgnoreFile {
  /** As shown to a person, such as `/home/a/.config/git/ignore`. */
  readonly name: string;
  readonly content: Uint8Array;
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

/** The ignore files that count for the entries of one directory, the strongest first. */
export interface Scope {
  /** Of git: every `.gitignore` from the directory up, `.git/info/exclude`, what lies outside. */
  readonly git: readonly IgnoreFile[];
  /** Every `.unfignore` from the directory up. */
  readonly unf: readonly IgnoreFile[];
}

const infoExclude = ".git/info/exclude" as RelPath;

/** How many rules are kept compiled: about 200 bytes each. A file weighs at least 50. */
const rulesCompiled = 6400;

/** The ignore files of one project: where they lie, and what their rules say of a path. */
export class IgnoreFiles {
  /** What counts from outside the project. */
  readonly outer: Scope;
  readonly #sources: IgnoreSources;
  readonly #ignoreCase: boolean;
  readonly #compiled = new RecentMap<PatternSet>(rulesCompiled, ({ size }) => Math.max(50, size));

  /** `outer`: the weakest first. */
  constructor(
    sources: IgnoreSources,
    outer: readonly OuterIgnoreFile[],
    options: { readonly ignoreCase: boolean },
  ) {
    this.#sources = sources;
    this.#ignoreCase = options.ignoreCase;
    const git = outer.map(({ name, content, prefix }) => ({
      name,
      patterns: this.#compile(content),
      prefix: prefix === "" ? "" : `${byteText(prefix)}/`,
      skip: 0,
    }));
    this.outer = { git: git.reverse(), unf: [] };
  }

  /** The scope inside `directory`: what it inherits and the ignore files it holds. */
  inside(directory: RelPath, inherited: Scope): Scope {
    const git = this.#found(directory, childPath(directory, ".gitignore"));
    if (directory === "") git.push(...this.#found(directory, infoExclude));
    const unf = this.#found(directory, childPath(directory, ".unfignore"));
    if (git.length === 0 && unf.length === 0) return inherited;
    return {
      git: git.length === 0 ? inherited.git : [...git, ...inherited.git],
      unf: unf.length === 0 ? inherited.unf : [...unf, ...inherited.unf],
    };
  }

  /**
   * The last matching rule of the strongest file that has one. `name` and `path` are byte texts;
   * only `path` itself is matched, not the directories above it.
   */
  match(
    files: readonly IgnoreFile[],
    name: string,
    path: string,
    directory: boolean,
  ): IgnoreMatch | undefined {
    for (const file of files) {
      const patterns = file.patterns ?? this.#patterns(file.name as RelPath);
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
  }

  #found(directory: RelPath, path: RelPath): IgnoreFile[] {
    const patterns = this.#patterns(path);
    if (patterns === undefined || patterns.size === 0) return [];
    const skip = directory === "" ? 0 : byteText(directory).length + 1;
    return [{ name: path, patterns: undefined, prefix: "", skip }];
  }

  #patterns(path: RelPath): PatternSet | undefined {
    const known = this.#compiled.get(path);
    if (known !== undefined) return known;
    const content = this.#sources.read(path);
    if (content === undefined) return undefined;
    const patterns = this.#compile(content);
    this.#compiled.set(path, patterns);
    return patterns;
  }

  #compile(content: Uint8Array): PatternSet {
    return new PatternSet(parseIgnoreFile(content), { ignoreCase: this.#ignoreCase });
  }
}

/** True for a file whose rules count. */
export function isIgnoreFile(path: RelPath): boolean {
  return path === infoExclude || /(^|\/)\.(git|unf)ignore$/.test(path);
}

/** The directory an ignore file's rules are bound to. */
export function ignoreFileHome(path: RelPath): RelPath {
  return path === infoExclude ? ("" as RelPath) : parentPath(path);
}
