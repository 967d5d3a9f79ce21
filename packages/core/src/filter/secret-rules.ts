import { privateNames } from "./lists/private-names.ts";
import { byteText } from "./patterns/byte-text.ts";
import { type IgnoreRule, parseIgnoreLine } from "./patterns/ignore-rule.ts";
import { PatternSet } from "./patterns/pattern-set.ts";
import type { RuleSource } from "./verdict.ts";

/**
 * Changes to the rules for private keys, credentials and the like, which nobody should read, in the
 * syntax of ignore files.
 */
export interface SecretChange {
  /** Refused besides the built-in list, as if it stood there. */
  readonly add?: readonly string[];
  /** Recorded although it is on the list. `all` switches the built-in list off; additions stand. */
  readonly remove?: readonly string[] | "all";
  /** Of these only digest and size are recorded, on the list or not. */
  readonly hashOnly?: readonly string[];
  /** Not recorded, whatever the others say. */
  readonly skip?: readonly string[];
}

/** The names of one entry as byte texts. */
interface Named {
  readonly nameBytes: string;
  readonly pathBytes: string;
  readonly kind: "file" | "directory" | "link";
}

/** The answers of the settings about secrets for one entry; each is the pattern that decided. */
export interface SecretRules {
  skipped(entry: Named): string | undefined;
  withheld(entry: Named): RuleSource | undefined;
  isPrivate(entry: Named): string | undefined;
  /** Its content is kept even when that is a private key. Not asked for the directories above it. */
  keepsKeys(entry: Named): boolean;
}

/** Compared without regard to letter case, like the built-in list. */
export function secretRules(change: SecretChange): SecretRules {
  const { add = [], remove = [], hashOnly = [], skip = [] } = change;
  const listed =
    remove === "all" ? add : [...privateNames, ...add, ...remove.map((pattern) => `!${pattern}`)];
  const skipped = patternSet(skip);
  const withheld = patternSet(hashOnly);
  const isPrivate = patternSet(listed);
  const kept = patternSet(remove === "all" ? [] : remove);
  return {
    skipped: (entry) => find(skipped, entry),
    withheld: (entry) => {
      const pattern = find(withheld, entry);
      return pattern === undefined
        ? undefined
        : { file: "the setting secrets.hash_only", line: 0, pattern };
    },
    isPrivate: (entry) => find(isPrivate, entry),
    keepsKeys: (entry) => remove === "all" || find(kept, entry) !== undefined,
  };
}

/** Rules of one list of patterns, whose order counts only where some begin with `!`. */
export function patternSet(patterns: readonly string[], ignoreCase = true): PatternSet {
  const rules = patterns.map((line) => parseIgnoreLine(byteText(line), 0));
  return new PatternSet(
    rules.filter((rule): rule is IgnoreRule => rule !== undefined),
    { ignoreCase },
  );
}

/** The pattern that names the entry itself. */
export function find(set: PatternSet, { nameBytes, pathBytes, kind }: Named): string | undefined {
  if (set.size === 0) return undefined;
  const rule = set.last(nameBytes, pathBytes, kind === "directory");
  return rule === undefined || rule.negative ? undefined : rule.pattern;
}
