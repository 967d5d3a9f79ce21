import type { RelPath } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import { treeRules } from "../filter/tree-rules.ts";
import type { Alike } from "../timeline/narrowing.ts";
import { textsOfGlobs } from "./glob-texts.ts";

/** Which paths a person wants to see. */
export interface PathFilter {
  /** Patterns in the syntax of ignore files. None: every path. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly ignoreCase: boolean;
}

/** A filter ready for use, or the pattern that cannot be one. */
export type PlannedFilter =
  | {
      readonly kind: "filter";
      readonly matches: (path: RelPath) => boolean;
      /** Directories: nothing matches that lies in none of them. `undefined`: it may lie anywhere. */
      readonly directories: readonly RelPath[] | undefined;
      /** `undefined`: each path has to be judged. */
      readonly alike: Alike | undefined;
    }
  | { readonly kind: "invalid"; readonly why: string };

/**
 * Prepares `--include` and `--exclude`. As in an ignore file `*.ts` matches at any depth, `/src`
 * (or `./src`) only at the root, `src` a directory with all below it; a later `!pattern` takes back an earlier
 * one. Exclusion wins.
 */
export function planFilter({ include, exclude, ignoreCase }: PathFilter): PlannedFilter {
  const all = [...include, ...exclude];
  if (all.length > limits.query.globsMax) {
    return { kind: "invalid", why: `more than ${limits.query.globsMax} patterns` };
  }
  const wrong = all.map(refuseGlob).find((why) => why !== undefined);
  if (wrong !== undefined) return { kind: "invalid", why: wrong };
  const wanted = include.length === 0 ? undefined : rulesOf(include, ignoreCase);
  const unwanted = exclude.length === 0 ? undefined : rulesOf(exclude, ignoreCase);
  return {
    kind: "filter",
    matches: (path) => (wanted?.(path) ?? true) && !(unwanted?.(path) ?? false),
    directories: ignoreCase ? undefined : directoriesOf(include),
    alike: ignoreCase ? undefined : alikeOf(include, exclude),
  };
}

function alikeOf(include: readonly string[], exclude: readonly string[]): Alike | undefined {
  const [wanted, unwanted] = [include, exclude].map((globs) => textsOfGlobs(globs.map(spell)));
  if (wanted === undefined || unwanted === undefined) return undefined;
  return { without: [...wanted, ...unwanted], isPath: include.length === 0 };
}

function directoriesOf(globs: readonly string[]): readonly RelPath[] | undefined {
  // A pattern with `!` takes back what lies anywhere.
  const found = globs.filter((glob) => !glob.startsWith("!")).map(directoryOf);
  const known = found.filter((directory) => directory !== undefined);
  return known.length > 0 && known.length === found.length ? known : undefined;
}

/** The names that a pattern with a slash in its middle begins with, the last one left out. */
function directoryOf(glob: string): RelPath | undefined {
  // Neither spaces nor a slash at its end make it one from the root.
  const own = anchor(glob).trimEnd().replace(/\/+$/, "");
  const names = own.replace(/^\//, "").split("/").slice(0, -1);
  const end = names.findIndex((name) => /[*?[\\]/.test(name));
  const plain = end === -1 ? names : names.slice(0, end);
  const isPath = plain.length > 0 && plain.every((name) => !/^\.{0,2}$/.test(name));
  return isPath ? (plain.join("/") as RelPath) : undefined;
}

/** Why a pattern would silently match nothing, or is none. */
function refuseGlob(glob: string): string | undefined {
  if (glob.trim() === "") return "a pattern is empty";
  if (glob.length > limits.query.globCharsMax) {
    return `a pattern is longer than ${limits.query.globCharsMax} characters`;
  }
  if (glob.startsWith("#"))
    return 'a pattern starts with "#", a comment in ignore files; write "\\#"';
  if (/\[(?!.*\])/.test(glob.replace(/\\./g, ""))) return 'a pattern has a "[" without its "]"';
  if (/[\0\r\n]/.test(glob)) return "a pattern contains a line end or NUL";
  if (/^!?(?:\.\.?)?\/?$/.test(glob)) return "a pattern names no path below the project";
  return undefined;
}

function rulesOf(globs: readonly string[], ignoreCase: boolean): (path: RelPath) => boolean {
  return treeRules(globs.map(spell), { ignoreCase });
}

function spell(glob: string): string {
  return plainName(anchor(glob));
}

// Any directories before a name alone mean nothing: it is judged without those above.
function plainName(glob: string): string {
  return glob.replace(/^(!?)(?:\*\*\/)+(?!\*\*|[!# ])(?=[^/]+\/?$)/, "$1");
}

/** People write `./src` for what ignore files call `/src`. */
function anchor(glob: string): string {
  return glob.replace(/^(!?)\.\//, "$1/");
}
