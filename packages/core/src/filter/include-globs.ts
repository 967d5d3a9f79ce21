import { byteText } from "./patterns/byte-text.ts";
import { type IgnoreRule, parseIgnoreLine } from "./patterns/ignore-rule.ts";
import { PatternSet } from "./patterns/pattern-set.ts";
import type { RuleSource } from "./verdict.ts";

/**
 * Globs of files that a person asked to record although ignore files or a hidden name say
 * otherwise.
 */
export interface IncludeGlobs {
  /** The pattern that names `path` itself. `name` and `path` are byte texts. */
  match(name: string, path: string, directory: boolean): RuleSource | undefined;
  /** True when some pattern may name an entry below the directory (a byte text). */
  reachBelow(directory: string): boolean;
}

/** Patterns in the syntax of ignore files, bound to the root when they hold a `/`. */
export function includeGlobs(patterns: readonly string[], ignoreCase: boolean): IncludeGlobs {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const rules: IgnoreRule[] = [];
  for (const pattern of patterns) {
    const rule = parseIgnoreLine(byteText(pattern), 0);
    if (rule !== undefined) rules.push(rule);
  }
  const set = new PatternSet(rules, { ignoreCase });
  const places = rules.filter((rule) => !rule.negative).map((rule) => placeOf(rule, fold));
  return {
    match(name, path, directory) {
      if (set.size === 0) return undefined;
      const rule = set.last(name, path, directory);
      if (rule === undefined || rule.negative) return undefined;
      return { file: "--include-ignored", line: 0, pattern: rule.pattern };
    },
    reachBelow(directory) {
      const inside = `${fold(directory)}/`;
      return places.some(
        ({ beginning, open }) =>
          beginning.startsWith(inside) || (open && inside.startsWith(beginning)),
      );
    },
  };
}

/** Where in the tree a pattern can match. */
interface Place {
  /** The beginning of every path that it names. */
  readonly beginning: string;
  /** False when that is the whole path. */
  readonly open: boolean;
}

function placeOf({ body, nameOnly }: IgnoreRule, fold: (text: string) => string): Place {
  const literal = nameOnly ? "" : (/^[^*?[\\]*/.exec(body)?.[0] ?? "");
  return { beginning: fold(literal), open: literal.length < body.length };
}
