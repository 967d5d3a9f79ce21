import { parseIgnoreLine } from "../filter/patterns/ignore-rule.ts";

/** More of them take longer to look for than the patterns themselves. */
const textsMax = 16;

/**
 * Texts of which each path has one in it that the patterns name, or that lies in a directory which they
 * name. `undefined` where a pattern may name any path. The patterns are those that `treeRules` gets, where
 * letter case counts.
 */
export function textsOfGlobs(globs: readonly string[]): readonly string[] | undefined {
  const texts = new Set<string>();
  for (const glob of globs) {
    const rule = parseIgnoreLine(glob, 0);
    // A pattern with `!` names nothing that another one has not named.
    if (rule === undefined || rule.negative) continue;
    const text = textOf(rule.body);
    if (text === "" || !text.isWellFormed()) return undefined;
    texts.add(text);
  }
  return texts.size > textsMax ? undefined : [...texts];
}

/** The longest text that stands in a pattern as it stands in a path. */
function textOf(body: string): string {
  // Quoted characters and brackets, and all behind them, are left out.
  const [plain = ""] = body.split(/[[\\]/, 1);
  // `a/**/b` names `a/b`, too, in which the slash beside a wildcard is not there twice.
  const runs = plain.split(/[*?]+/).map((run) => run.replace(/^\/+|\/+$/g, ""));
  return runs.reduce((a, b) => (b.length > a.length ? b : a), "");
}
