import { parseIgnoreLine } from "../filter/patterns/ignore-rule.ts";

/** More of them take longer to look for than the patterns themselves. */
const globsMax = 16;
const textsMax = 4;

/**
 * Of each pattern texts that stand in this order in every path that it names, and in those in a directory
 * which it names. `undefined` where a pattern may name any path. The patterns are those that `treeRules`
 * gets, where letter case counts.
 */
export function textsOfGlobs(globs: readonly string[]): (readonly string[])[] | undefined {
  const all: (readonly string[])[] = [];
  for (const glob of globs) {
    const rule = parseIgnoreLine(glob, 0);
    // A pattern with `!` names nothing that another one has not named.
    if (rule === undefined || rule.negative) continue;
    const texts = textsOf(rule.body);
    if (texts.length === 0 || !texts.every((text) => text.isWellFormed())) return undefined;
    all.push(texts);
  }
  return all.length > globsMax ? undefined : all;
}

/** The longest texts that stand in a pattern as they stand in a path. */
function textsOf(body: string): readonly string[] {
  // Quoted characters and brackets, and all behind them, are left out.
  const [plain = ""] = body.split(/[[\\]/, 1);
  // `a/**/b` names `a/b`, too, in which the slash beside a wildcard is not there twice.
  const runs = plain.split(/[*?]+/).map((run) => run.replace(/^\/+|\/+$/g, ""));
  const texts = runs.filter((run) => run !== "");
  const longest = texts.toSorted((a, b) => b.length - a.length).slice(0, textsMax);
  const least = longest.at(-1)?.length ?? 0;
  return texts.filter((text) => text.length >= least).slice(0, textsMax);
}
