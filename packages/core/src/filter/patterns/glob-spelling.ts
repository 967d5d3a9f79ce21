import { endsInBackslash } from "./ignore-rule.ts";

// The package `ignore` reads a few spellings otherwise than git does (its README lists them under
// "A run of asterisks"). Each pattern is therefore given to it in other words that mean to the
// package what the original means to git.

/**
 * Patterns of the package that together match what git matches with `body`, a pattern with a `/`
 * somewhere (then written with a leading `/`) or, when `nameOnly`, without one.
 */
export function spellGlob(body: string, nameOnly: boolean): string[] {
  const spelled = nameOnly ? [body] : expandPrefixRun(body).map((path) => `/${plainSlashes(path)}`);
  return spelled.map(keepLastSpace);
}

// git cuts off what stands before the first wildcard and compares it by itself. So a run of `*` is
// then at the start of what is left and spans directories: `a**/b` matches `ab`, `ax/b`, `ax/y/b`.
function expandPrefixRun(body: string): string[] {
  const prefix = /^[^*?[\\]+/.exec(body)?.[0] ?? "";
  const run = /^\*{2,}/.exec(body.slice(prefix.length))?.[0];
  if (run === undefined || prefix === "" || prefix.endsWith("/")) return [body];
  const rest = body.slice(prefix.length + run.length);
  if (rest === "") return [`${prefix}*`, `${prefix}*/**`];
  if (rest.startsWith("\\/")) return [`${prefix}*/**/${rest.slice(2)}`];
  if (!rest.startsWith("/")) return [body];
  // Globstars in a row mean one.
  const tail = rest.slice(1).replace(/^(?:\*{2,}\/)+/, "");
  const adjacent = tail.startsWith("**") ? expandPrefixRun(prefix + tail) : [prefix + tail];
  return [...adjacent, `${prefix}*/**/${tail}`];
}

/** Writes `\/` as `/`. After a globstar it differs in one thing: at least one directory must match. */
function plainSlashes(body: string): string {
  return body
    .replace(/(^|\/)\*{2,}\\\//g, "$1*/**/")
    .replace(/\\(.)/gs, (quoted, char) => (char === "/" ? "/" : quoted));
}

/** Quotes a final space: before a `/` it counts, but without the `/` the package would drop it. */
function keepLastSpace(pattern: string): string {
  if (!pattern.endsWith(" ")) return pattern;
  const rest = pattern.slice(0, -1);
  return endsInBackslash(rest) ? pattern : `${rest}\\ `;
}
