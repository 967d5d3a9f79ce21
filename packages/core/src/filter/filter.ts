import type { RelPath } from "../base/brand.ts";
import { baseName, isWithin, parentPath } from "../base/path.ts";
import type { WatchScope } from "../ports/watcher.ts";
import { judgeContent, type Signature } from "./content.ts";
import {
  IgnoreFiles,
  type IgnoreMatch,
  type IgnoreSources,
  ignoreFileHome,
  isIgnoreFile,
  type OuterIgnoreFile,
  type Scope,
} from "./ignore-files.ts";
import { type IncludeGlobs, includeGlobs } from "./include-globs.ts";
import { findKeyBegin } from "./key-content.ts";
import { recordedDotDirectories, recordedDotFiles } from "./lists/dot-names.ts";
import { type Entry, type ListChange, nameLayers } from "./name-layers.ts";
import { nameMatcher } from "./name-matcher.ts";
import { byteText } from "./patterns/byte-text.ts";
import { RecentMap } from "./recent-map.ts";
import { type SecretChange, type SecretRules, secretRules } from "./secret-rules.ts";
import type { SetAside } from "./set-aside.ts";
import type { Recorded, RuleSource, Skipped, Verdict } from "./verdict.ts";

/** Parts that a filter is built from. A part left out changes nothing. */
export interface FilterOptions {
  /** True where the file system finds `A` when asked for `a`. */
  readonly ignoreCase?: boolean;
  /** Global excludes, then the `.gitignore` files above the root, the uppermost first. */
  readonly outer?: readonly OuterIgnoreFile[];
  /** Patterns in the syntax of ignore files, bound to the root, that win over ignore files. */
  readonly includeIgnored?: readonly string[];
  /** Names of directories never entered. `.git` cannot be removed. */
  readonly directories?: ListChange;
  /** Extensions, without the dot, never recorded. */
  readonly extensions?: ListChange;
  /** Files that are not text are recorded, but for added extensions. */
  readonly binary?: boolean;
  /** Changes to the rules for private keys, credentials and the like. */
  readonly secrets?: SecretChange;
  /** Files that a person ordered to be forgotten for good, in the syntax of ignore files. */
  readonly forgotten?: readonly string[];
  /** Roots of other projects below this one's. */
  readonly nestedRoots?: readonly RelPath[];
  /** Where unf keeps its records, when that is below the root. */
  readonly home?: RelPath;
  /** Recognises formats that are not text by their first bytes. */
  readonly signature?: Signature;
  /** How many directories are remembered at most; 2,000 unless given. */
  readonly directoriesRemembered?: number;
}

/** Decides what of a project is recorded, by name and by first bytes, and says why. */
export interface Filter extends WatchScope {
  /** The verdict by name. What lies below an excluded directory has the verdict of that directory. */
  verdict(path: RelPath, kind: Entry["kind"]): Verdict;
  /** True for what another project records: no other layer is asked, and it never leaves the record. */
  isElsewhere(path: RelPath): boolean;
  /** False for a directory in which nothing can be recorded. True for the root. */
  covers(directory: RelPath): boolean;
  /** True where files that are not text are recorded like any other. */
  readonly recordsBinary: boolean;
  /** The verdict by content, for a file that `verdict` records; 8,000 first bytes are enough. */
  judgeContent(path: RelPath, firstBytes: Uint8Array): Verdict;
  /** True for files whose change can change verdicts: call `forget`, then sweep the directory. */
  isIgnoreFile(path: RelPath): boolean;
  /**
   * Drops what is remembered of the directory an ignore file is for; of `path` itself when it is
   * another: a directory that moved or came anew. The root's path drops everything.
   */
  forget(path: RelPath): void;
  /** Ignore files that are set aside, among those that were needed so far; the first few. */
  setAside(): readonly SetAside[];
  /** Those that would count for an entry of `path`'s directory. */
  setAsideAbove(path: RelPath): readonly SetAside[];
}

/** The filter's notes on a directory, for the sake of its entries. */
interface Directory {
  readonly pathBytes: string;
  readonly verdict: Verdict;
  /** Not recorded as a whole, yet the include patterns may name something in it. */
  readonly open: boolean;
  /** The setting by which contents of files in it are not kept. */
  readonly withheld: RuleSource | undefined;
  /** The include pattern that names it, or a directory above it. */
  readonly included: RuleSource | undefined;
  /** The ignore files that count in it, except its own. */
  readonly inherited: Scope;
  /** With its own; read when its first entry is judged. */
  scope: Scope | undefined;
}

const plain: Recorded = { recorded: true, why: "plain", rule: undefined };
const exception: Recorded = { recorded: true, why: "exception", rule: undefined };

/** Over the ignore files as its sources give them. */
export class ProjectFilter implements Filter {
  readonly recordsBinary: boolean;
  readonly #nestedRoots: readonly RelPath[];
  readonly #signature: Signature | undefined;
  readonly #judgeName: (entry: Entry, isWithheld: boolean) => Skipped | undefined;
  readonly #secrets: SecretRules;
  readonly #includes: IncludeGlobs;
  readonly #isDotFile: (name: string) => boolean;
  readonly #isDotDirectory: (name: string) => boolean;
  readonly #files: IgnoreFiles;
  readonly #directories: RecentMap<Directory>;

  constructor(options: FilterOptions, sources: IgnoreSources) {
    const ignoreCase = options.ignoreCase ?? false;
    this.recordsBinary = options.binary ?? false;
    this.#nestedRoots = options.nestedRoots ?? [];
    this.#signature = options.signature;
    this.#secrets = secretRules(options.secrets ?? {});
    this.#judgeName = nameLayers(
      {
        ignoreCase,
        nestedRoots: options.nestedRoots ?? [],
        home: options.home,
        directories: options.directories ?? {},
        extensions: options.extensions ?? {},
        binary: this.recordsBinary,
        secrets: this.#secrets,
        forgotten: options.forgotten ?? [],
      },
      sources,
    );
    this.#includes = includeGlobs(options.includeIgnored ?? [], ignoreCase);
    this.#isDotFile = nameMatcher(recordedDotFiles, ignoreCase);
    this.#isDotDirectory = nameMatcher(recordedDotDirectories, ignoreCase);
    this.#files = new IgnoreFiles(sources, options.outer ?? [], { ignoreCase });
    this.#directories = new RecentMap(options.directoriesRemembered ?? 2000);
  }

  verdict(path: RelPath, kind: Entry["kind"]): Verdict {
    if (path === "") return plain;
    if (kind === "directory") return this.#directory(path).verdict;
    const parent = this.#directory(parentPath(path));
    if (!parent.verdict.recorded && !parent.open) return parent.verdict;
    const entry = entryOf(parent, path, kind);
    const withheld = this.#withheld(entry, parent);
    const verdict = this.#judge(entry, parent, {
      included: this.#included(entry, parent),
      withheld,
    });
    const isKept = !verdict.recorded || withheld === undefined || kind === "link";
    return isKept ? verdict : { ...verdict, withheld };
  }

  isElsewhere(path: RelPath): boolean {
    return this.#nestedRoots.some((root) => isWithin(root, path));
  }

  covers(directory: RelPath): boolean {
    const { verdict, open } = this.#directory(directory);
    return verdict.recorded || open;
  }

  judgeContent(path: RelPath, firstBytes: Uint8Array): Verdict {
    const because = findKeyBegin(firstBytes);
    if (because !== undefined && !this.#keepsKey(path)) {
      return { recorded: false, layer: "private_key", at: path, because, rule: undefined };
    }
    return this.recordsBinary ? plain : judgeContent(path, firstBytes, this.#signature);
  }

  /** By a setting, for the file or a directory above it; also where no content is kept anyway. */
  #keepsKey(path: RelPath): boolean {
    const verdict = this.verdict(path, "file");
    if (verdict.recorded && verdict.withheld !== undefined) return true;
    for (let at = path, kind: Entry["kind"] = "file"; at !== ""; kind = "directory") {
      const parent = this.#directory(parentPath(at));
      if (this.#secrets.keepsKeys(entryOf(parent, at, kind))) return true;
      at = parentPath(at);
    }
    return false;
  }

  isIgnoreFile(path: RelPath): boolean {
    return isIgnoreFile(path);
  }

  forget(path: RelPath): void {
    const top = isIgnoreFile(path) ? ignoreFileHome(path) : path;
    this.#files.forget(top);
    this.#directories.drop((directory) => isWithin(top, directory as RelPath));
  }

  setAside(): readonly SetAside[] {
    return this.#files.setAside((directory) => this.covers(directory));
  }

  setAsideAbove(path: RelPath): readonly SetAside[] {
    this.verdict(path, "file");
    return this.setAside().filter(({ file }) => this.#files.isAbove(file, path));
  }

  #directory(path: RelPath): Directory {
    const known = this.#directories.get(path);
    if (known !== undefined) return known;
    const learnt = path === "" ? this.#root() : this.#learn(path);
    this.#directories.set(path, learnt);
    return learnt;
  }

  #root(): Directory {
    const nothing = { open: false, withheld: undefined, included: undefined, scope: undefined };
    return { ...nothing, pathBytes: "", verdict: plain, inherited: this.#files.outer };
  }

  #learn(path: RelPath): Directory {
    const parent = this.#directory(parentPath(path));
    if (!parent.verdict.recorded && !parent.open) return parent;
    const entry = entryOf(parent, path, "directory");
    const { pathBytes } = entry;
    const included = this.#included(entry, parent);
    const withheld = this.#withheld(entry, parent);
    const verdict = this.#judge(entry, parent, { included, withheld });
    const open = !verdict.recorded && isSoft(verdict) && this.#includes.reachBelow(pathBytes);
    const scope = this.#scopeIn(parent, parentPath(path));
    // Rules of git's files above a recorded dot directory do not count for its entries: `.vscode/*`
    // hides settings from git, not from their history.
    const inherited = verdict === exception ? { ...scope, git: undefined } : scope;
    return { pathBytes, verdict, open, withheld, included, inherited, scope: undefined };
  }

  #withheld(entry: Entry, parent: Directory): RuleSource | undefined {
    return parent.withheld ?? this.#secrets.withheld(entry);
  }

  #included(entry: Entry, parent: Directory): RuleSource | undefined {
    const { nameBytes, pathBytes, kind } = entry;
    return parent.included ?? this.#includes.match(nameBytes, pathBytes, kind === "directory");
  }

  /** Asks one layer after the other. */
  #judge(
    entry: Entry,
    parent: Directory,
    { included, withheld }: Pick<Directory, "included" | "withheld">,
  ): Verdict {
    const skipped = this.#judgeName(entry, withheld !== undefined);
    if (skipped === undefined) return this.#judgeRules(entry, parent, included);
    if (skipped.isBinary === undefined) return skipped;
    const { isBinary: _, ...left } = skipped;
    return this.#judgeRules(entry, parent, included).recorded ? skipped : left;
  }

  /** By what include patterns, ignore files and dots say. */
  #judgeRules(entry: Entry, parent: Directory, included: RuleSource | undefined): Verdict {
    if (included !== undefined) return { recorded: true, why: "included", rule: included };
    if (!parent.verdict.recorded) return parent.verdict;

    const { path, name, kind } = entry;
    const scope = this.#scopeIn(parent, parentPath(path));
    const unf = this.#match(scope.unf, entry);
    if (unf?.negative === false) return ignoredBy(unf.rule, path);
    if (unf !== undefined) return { recorded: true, why: "included", rule: unf.rule };

    if (this.#isException(name, kind)) return exception;
    const git = this.#match(scope.git, entry);
    if (git?.negative === false) return ignoredBy(git.rule, path);
    if (name.startsWith(".")) {
      return { recorded: false, layer: "hidden", at: path, because: name, rule: undefined };
    }
    return git === undefined ? plain : { recorded: true, why: "plain", rule: git.rule };
  }

  #isException(name: string, kind: Entry["kind"]): boolean {
    if (!name.startsWith(".")) return false;
    if (kind !== "directory" && this.#isDotFile(name)) return true;
    return kind !== "file" && this.#isDotDirectory(name);
  }

  #scopeIn(directory: Directory, path: RelPath): Scope {
    directory.scope ??= this.#files.inside(path, directory.inherited);
    return directory.scope;
  }

  #match(files: Scope["git"], { nameBytes, pathBytes, kind }: Entry): IgnoreMatch | undefined {
    return this.#files.match(files, nameBytes, pathBytes, kind === "directory");
  }
}

function entryOf(parent: Directory, path: RelPath, kind: Entry["kind"]): Entry {
  const name = baseName(path);
  const nameBytes = byteText(name);
  const pathBytes = parent.pathBytes === "" ? nameBytes : `${parent.pathBytes}/${nameBytes}`;
  return { path, name, nameBytes, pathBytes, kind };
}

function ignoredBy(rule: RuleSource, path: RelPath): Skipped {
  return { recorded: false, layer: "ignore", at: path, because: rule.pattern, rule };
}

/** True for the layers that include patterns win over. */
function isSoft(verdict: Skipped): boolean {
  return verdict.layer === "ignore" || verdict.layer === "hidden";
}
