import { GlobSet } from "./glob-set.ts";
import { spellGlob } from "./glob-spelling.ts";
import type { IgnoreRule } from "./ignore-rule.ts";
import type { Tally } from "./match-name.ts";
import type { Glob } from "./package-globs.ts";

/** The last rules that match one literal: of all, and of those that match files too. */
interface Hit {
  any: number;
  plain: number;
}

interface Prefix {
  readonly text: string;
  readonly hit: Hit;
}

/** Cost of comparing a name with one beginning, in steps of matching. */
const stepsPerBeginning = 512;

/** How much more memory a glob takes than a rule that is looked up. */
const weightOfGlob = 8;

/**
 * The rules of one ignore file, ready to be asked. Most patterns are a name, `*.ext` or `name*`;
 * those are looked up. What is left is matched.
 */
export class PatternSet {
  readonly #rules: readonly IgnoreRule[];
  readonly #fold: boolean;
  readonly #names = new Map<string, Hit>();
  readonly #endings = new Map<string, Hit>();
  readonly #beginnings: Prefix[] = [];
  readonly #paths = new Map<string, Hit>();
  readonly #globs: number;
  readonly #nameGlobs: GlobSet;
  readonly #pathGlobs: GlobSet;

  /** `rules`: in the order of their file. */
  constructor(rules: readonly IgnoreRule[], options: { readonly ignoreCase: boolean }) {
    this.#rules = rules;
    this.#fold = options.ignoreCase;
    const nameGlobs: Glob[] = [];
    const pathGlobs: Glob[] = [];
    for (const [index, rule] of rules.entries()) {
      if (this.#file(rule, index)) continue;
      const globs = rule.nameOnly ? nameGlobs : pathGlobs;
      const { directoryOnly } = rule;
      for (const pattern of spellGlob(rule.body, rule.nameOnly)) {
        globs.push({ index, directoryOnly, pattern });
      }
    }
    this.#globs = nameGlobs.length + pathGlobs.length;
    this.#nameGlobs = new GlobSet(nameGlobs, options);
    this.#pathGlobs = new GlobSet(pathGlobs, options);
  }

  /** How many rules it holds. */
  get size(): number {
    return this.#rules.length;
  }

  /** The memory it takes, in rules that are looked up: about 200 bytes. */
  get weight(): number {
    return this.#rules.length + this.#globs * weightOfGlob;
  }

  /** The most steps of matching that one path takes. */
  get work(): number {
    const beginnings = this.#beginnings.length * stepsPerBeginning;
    return this.#nameGlobs.work + this.#pathGlobs.work + beginnings;
  }

  /**
   * The last rule that matches `path` itself; a match of a directory above it does not count.
   * `name` is the last name of `path`; both are byte texts, `path` seen from the ignore file.
   */
  last(name: string, path: string, directory: boolean, tally?: Tally): IgnoreRule | undefined {
    let best = this.#lookUp(this.#fold ? name.toLowerCase() : name, path, directory);
    best = Math.max(best, this.#nameGlobs.last(name, best, directory, tally));
    best = Math.max(best, this.#pathGlobs.last(path, best, directory, tally));
    return this.#rules[best];
  }

  #lookUp(name: string, path: string, directory: boolean): number {
    const side = directory ? "any" : "plain";
    let best = this.#names.size === 0 ? -1 : (this.#names.get(name)?.[side] ?? -1);
    if (this.#endings.size > 0) {
      for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
        best = Math.max(best, this.#endings.get(name.slice(dot))?.[side] ?? -1);
      }
    }
    for (const { text, hit } of this.#beginnings) {
      if (name.startsWith(text)) best = Math.max(best, hit[side]);
    }
    if (this.#paths.size > 0) {
      const key = this.#fold ? path.toLowerCase() : path;
      best = Math.max(best, this.#paths.get(key)?.[side] ?? -1);
    }
    return best;
  }

  /** Enters a rule where it can be looked up; false when it takes a real match. */
  #file(rule: IgnoreRule, index: number): boolean {
    const body = this.#fold ? rule.body.toLowerCase() : rule.body;
    const literal = literalOf(body);
    if (literal !== undefined) {
      note(rule.nameOnly ? this.#names : this.#paths, literal, rule, index);
      return true;
    }
    if (!rule.nameOnly) return false;
    const ending = body.startsWith("*.") ? literalOf(body.slice(1)) : undefined;
    if (ending !== undefined) {
      note(this.#endings, ending, rule, index);
      return true;
    }
    const beginning = /[^\\]\*$/.test(body) ? literalOf(body.slice(0, -1)) : undefined;
    if (beginning === undefined) return false;
    this.#beginnings.push({ text: beginning, hit: hitOf(rule, index) });
    return true;
  }
}

/**
 * The name or path that a pattern without wildcards matches, backslashes resolved; `undefined` when
 * it has some.
 */
function literalOf(body: string): string | undefined {
  const bare = body.replace(/\\(.)/gs, "");
  return /[*?[]/.test(bare) ? undefined : body.replace(/\\(.)/gs, "$1");
}

function note(hits: Map<string, Hit>, key: string, rule: IgnoreRule, index: number): void {
  const known = hits.get(key);
  if (known === undefined) {
    hits.set(key, hitOf(rule, index));
    return;
  }
  known.any = index;
  if (!rule.directoryOnly) known.plain = index;
}

function hitOf(rule: IgnoreRule, index: number): Hit {
  return { any: index, plain: rule.directoryOnly ? -1 : index };
}
