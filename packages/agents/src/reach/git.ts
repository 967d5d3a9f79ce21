import { mayBeOption, type ShellWord } from "./shell-script.ts";

/** Subcommands of git that write no file of the working tree, with their arguments but for `risky`. */
const readers = new Set([
  ..."status log diff show blame annotate grep shortlog describe rev-parse rev-list".split(" "),
  ..."ls-files ls-tree cat-file merge-base name-rev for-each-ref show-ref whatchanged".split(" "),
  ..."count-objects check-ignore diff-tree version".split(" "),
]);

/** Subcommands that only list when nothing but these is given to them. */
const listings: ReadonlyMap<string, RegExp> = new Map([
  ["branch", /^(-[arv]+|--list|--all|--remotes|--show-current|--merged|--no-merged)$/],
  ["tag", /^(-l|--list|-n\d*)$/],
  ["remote", /^-v$/],
  ["stash", /^(list|show)$/],
  ["worktree", /^list$/],
  ["config", /^(-l|--list|--global|--local|--show-origin)$/],
  ["reflog", /^(show|-\d+|-n\d*|HEAD)$/],
]);

/** Writes a file, or runs a program that may: `--output`, `--ext-diff`, `--open-files-in-pager`. */
const risky = /^--(o(?!neline$|bject|nly|r$|thers$|urs$)|ext|textconv)/;
const riskyGrep = /^-[a-zA-Z]*O/;

/** Paths that git writes in a working tree; its own directory does not count. */
export function gitWrites(args: readonly ShellWord[]): readonly string[] | undefined {
  const end = args.findIndex(({ text, literal }) => literal && text === "--");
  const options = end < 0 ? args : args.slice(0, end);
  // A pattern or a variable could become an option.
  if (options.some(mayBeOption)) return undefined;
  const [name, ...rest] = skipGlobals(options.map(({ text }) => text));
  if (name === undefined) return undefined;
  return isReading(name, rest, args.length > options.length) ? [] : undefined;
}

function isReading(name: string, rest: readonly string[], hasPaths: boolean): boolean {
  const listing = listings.get(name);
  // `git stash` and `git config` with nothing after them are other commands.
  const mustSay = name === "stash" || name === "worktree" || name === "config";
  if (listing !== undefined) {
    return !hasPaths && !(mustSay && rest.length === 0) && rest.every((text) => listing.test(text));
  }
  if (!readers.has(name) || rest.some((text) => risky.test(text))) return false;
  return name !== "grep" || !rest.some((text) => riskyGrep.test(text));
}

function skipGlobals(args: readonly string[]): readonly string[] {
  if (args[0] === "-C") return skipGlobals(args.slice(2));
  return args[0] === "--no-pager" || args[0] === "-P" ? skipGlobals(args.slice(1)) : args;
}
