import { UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import type { FlagTable, FlagValues } from "./flag.ts";
import { takesValue } from "./parse.ts";

/** Flags of every command. They may stand before the command's name too. */
export const globalFlags = {
  project: {
    kind: "text",
    value: "<dir>",
    help: "Exactly this watched project, instead of the one around the path or the current directory",
  },
  json: { kind: "switch", help: "One JSON document on stdout" },
  jsonl: { kind: "switch", help: "One JSON record per line; the last has type end" },
  color: {
    kind: "choice",
    choices: ["auto", "always", "never"],
    help: "Colours; auto: on a terminal",
  },
  "no-pager": { kind: "switch", help: "Never start a pager" },
  utc: { kind: "switch", help: "Read and show times in UTC" },
  quiet: { kind: "switch", short: "q", help: "No progress and no hints on stderr" },
  verbose: { kind: "switch", short: "v", help: "More detail" },
  help: { kind: "switch", short: "h", help: "-h: usage and flags; --help: with examples" },
} as const satisfies FlagTable;

export type Globals = FlagValues<typeof globalFlags>;

/** Their values where none is given. */
export const noGlobals: Globals = {
  project: undefined,
  json: false,
  jsonl: false,
  color: undefined,
  "no-pager": false,
  utc: false,
  quiet: false,
  verbose: false,
  help: false,
};

/** The word that names the command, and every other word in its order. */
export interface CommandLine {
  /** `undefined` when only global flags are given. */
  readonly name: string | undefined;
  readonly rest: readonly string[];
  /** True for `unf --version` and `unf -V`; after a command's name the flag means something else. */
  readonly asksVersion: boolean;
}

const versionFlags: readonly string[] = ["--version", "-V"];

/** Finds the command's name: the first word that is neither a flag nor the value of a global flag. */
export function splitCommandLine(argv: readonly string[]): CommandLine {
  const before: string[] = [];
  let asksVersion = false;
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i] ?? "";
    if (versionFlags.includes(word)) {
      asksVersion = true;
    } else if (word === "--") {
      return { name: argv[i + 1], rest: [...before, "--", ...argv.slice(i + 2)], asksVersion };
    } else if (!word.startsWith("-") || word === "-") {
      return { name: word, rest: [...before, ...argv.slice(i + 1)], asksVersion };
    } else {
      before.push(word);
      const flag = (globalFlags as FlagTable)[word.slice(2)];
      const isLong = word.startsWith("--");
      if (isLong && flag !== undefined && takesValue(flag) && i + 1 < argv.length) {
        i += 1;
        before.push(argv[i] ?? "");
      }
    }
  }
  return { name: undefined, rest: before, asksVersion };
}

/** The error for a flag before the command that is none of every command; `undefined` where there is none. */
export function strayFlag(argv: readonly string[], command: string): UnfError | undefined {
  const before = argv.slice(0, argv.indexOf(command));
  const nameOf = (word: string) => word.slice(2).replace(/=.*/, "");
  const stray = before.find(
    (word) => word.startsWith("--") && !Object.hasOwn(globalFlags, nameOf(word)),
  );
  if (stray === undefined || versionFlags.includes(stray)) return undefined;
  const near = nearestName(nameOf(stray), Object.keys(globalFlags));
  return new UnfError("usage", `unknown flag ${stray}`, {
    hint: near === undefined ? "flags of a command stand behind it" : `did you mean --${near}?`,
  });
}

/** Throws `usage` for flags that exclude each other. */
export function checkGlobals(globals: Globals): void {
  if (globals.json && globals.jsonl) {
    throw new UnfError("usage", "--json and --jsonl exclude each other");
  }
  if (globals.quiet && globals.verbose) {
    throw new UnfError("usage", "--quiet and --verbose exclude each other");
  }
}
