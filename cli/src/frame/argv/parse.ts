import { parseArgs } from "node:util";
import { UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import type { Flag, FlagTable, FlagValues } from "./flag.ts";
import { findForeignFlag } from "./foreign-words.ts";

/** A command line taken apart: flags as they were written, and the rest. */
export interface Tokens {
  readonly options: readonly OptionToken[];
  readonly positionals: readonly string[];
}

interface OptionToken {
  readonly name: string;
  /** As typed: `-h`, `--help`. */
  readonly rawName: string;
  readonly value: string | undefined;
}

/**
 * Takes the words apart. `command`: as it was typed, for who writes flags of another program. Throws `usage`
 * for a flag that is not in the table or has no value.
 */
export function parseTokens(argv: readonly string[], table: FlagTable, command = ""): Tokens {
  const spelled = withAliases(table);
  const { tokens } = parseArgs({
    args: spellCounts(argv, table),
    options: Object.fromEntries(
      [...spelled].map(([name, { flag }]) => [
        name,
        {
          type: takesValue(flag) ? ("string" as const) : ("boolean" as const),
          ...(flag.short === undefined || table[name] !== flag ? {} : { short: flag.short }),
        },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const count = command === "" ? argv.find((word) => aCount.test(word)) : undefined;
  if (count !== undefined)
    throw new UnfError("usage", `unknown flag ${count}`, { hint: `unf log ${count}` });
  const options: OptionToken[] = [];
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const known = spelled.get(token.name);
    if (known === undefined) throw unknownFlag(token.rawName, [...spelled.keys()], command);
    checkValue(token.rawName, token.value, known.flag);
    if (token.inlineValue === false && isFlagOf(token.value, table))
      throw new UnfError("usage", `${token.rawName} needs a value, and ${token.value} is a flag`, {
        hint: `${token.rawName}=${token.value} means that word`,
      });
    options.push({ name: known.name, rawName: token.rawName, value: token.value });
  }
  return { options, positionals };
}

/** True for a word that is spelled as one of the flags: it was not meant as the value of another. */
function isFlagOf(word: string, table: FlagTable): boolean {
  const long = /^--([^=]+)/.exec(word)?.[1];
  if (long !== undefined) return withAliases(table).has(long);
  return /^-[^-]$/.test(word) && Object.values(table).some(({ short }) => `-${short}` === word);
}

/** How git is told how many of a listing are wanted. */
const aCount = /^-[1-9][0-9]*$/;

/** `-5` of a listing is `--limit=5`, as git's; where a flag waits for its value it is that. */
function spellCounts(argv: readonly string[], table: FlagTable): string[] {
  if (table.limit?.short !== "n") return [...argv];
  const end = argv.indexOf("--");
  const shorts = Object.values(table).flatMap((flag) =>
    takesValue(flag) && flag.short !== undefined ? [`-${flag.short}`] : [],
  );
  const waits = (word = "") =>
    shorts.includes(word) || (word.startsWith("--") && isLongWithValue(word.slice(2), table));
  return argv.map((word, at) => {
    const isFlag = end < 0 || at < end;
    return isFlag && aCount.test(word) && !waits(argv[at - 1]) ? `--limit=${word.slice(1)}` : word;
  });
}

function isLongWithValue(name: string, table: FlagTable): boolean {
  const flag = withAliases(table).get(name)?.flag;
  return flag !== undefined && takesValue(flag);
}

/** The values of the flags in the table. Throws `usage` for a value that cannot be. */
export function readValues<T extends FlagTable>(table: T, tokens: Tokens): FlagValues<T> {
  const values = Object.entries(table).map(([name, flag]) => {
    const given = tokens.options.filter((option) => option.name === name);
    return [name, readValue(`--${name}`, flag, given)];
  });
  return Object.fromEntries(values) as FlagValues<T>;
}

/** True for a flag whose value may stand in the next word. */
export function takesValue(flag: Flag): boolean {
  return flag.kind !== "switch" && !flag.kind.startsWith("optional-");
}

function withAliases(
  table: FlagTable,
): Map<string, { readonly name: string; readonly flag: Flag }> {
  const spelled = new Map<string, { readonly name: string; readonly flag: Flag }>();
  for (const [name, flag] of Object.entries(table)) {
    spelled.set(name, { name, flag });
    if (flag.alias !== undefined) spelled.set(flag.alias, { name, flag });
  }
  return spelled;
}

function checkValue(rawName: string, value: string | undefined, flag: Flag): void {
  if (takesValue(flag) && value === undefined) {
    throw new UnfError("usage", `${rawName} needs a value`);
  }
  if (flag.kind === "switch" && value !== undefined) {
    throw new UnfError("usage", `${rawName} takes no value`);
  }
}

function readValue(name: string, flag: Flag, given: readonly OptionToken[]): unknown {
  const texts = given.map(({ value }) => value ?? "");
  switch (flag.kind) {
    case "switch":
      return given.length > 0;
    case "list":
      return texts.map((text) => nonEmpty(name, text));
    case "choices":
      return [
        ...new Set(
          texts.flatMap((text) => text.split(",")).map((text) => oneOf(name, text, flag.choices)),
        ),
      ];
    case "text":
      return mapOnly(name, texts, (text) => nonEmpty(name, text));
    case "optional-text":
      return mapOnly(name, texts, (text) => text);
    case "choice":
      return mapOnly(name, texts, (text) => oneOf(name, text, flag.choices));
    case "count":
      return mapOnly(name, texts, (text) => wholeNumber(name, text, flag));
    case "optional-count":
      return mapOnly(name, texts, (text) =>
        text === "" ? flag.default : wholeNumber(name, text, flag),
      );
  }
}

function mapOnly<T>(
  name: string,
  texts: readonly string[],
  read: (text: string) => T,
): T | undefined {
  const [first, ...more] = texts;
  if (more.length > 0) throw new UnfError("usage", `${name} is given ${texts.length} times`);
  return first === undefined ? undefined : read(first);
}

function nonEmpty(name: string, text: string): string {
  if (text.trim() === "") throw new UnfError("usage", `${name} is given an empty value`);
  return text;
}

function oneOf(name: string, text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  throw new UnfError("usage", `${name} cannot be "${text}" (it is one of: ${choices.join(", ")})`);
}

function wholeNumber(
  name: string,
  text: string,
  { min, max }: { min: number; max: number },
): number {
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UnfError("usage", `${name} takes a whole number from ${min} to ${max}, not "${text}"`);
}

function unknownFlag(rawName: string, names: readonly string[], command: string): UnfError {
  const foreign = findForeignFlag(command, rawName.replace(/^-+/, ""));
  if (foreign !== undefined)
    return new UnfError("usage", `unknown flag ${rawName}`, { hint: foreign });
  const near = rawName.startsWith("--") ? nearestName(rawName.slice(2), names) : undefined;
  const hint = near === undefined ? {} : { hint: `did you mean --${near}?` };
  return new UnfError("usage", `unknown flag ${rawName}`, hint);
}
