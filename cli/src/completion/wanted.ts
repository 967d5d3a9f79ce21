import type { Flag, FlagTable } from "../frame/argv/flag.ts";
import { globalFlags, splitCommandLine } from "../frame/argv/globals.ts";
import { takesValue } from "../frame/argv/parse.ts";
import type { Command } from "../frame/call/command.ts";
import { nextSlots } from "./grammar.ts";
import { type Source, sourceOfFlag, sourceOfPlace } from "./source.ts";

/** All that may stand in the place of the last word. */
export interface Wanted {
  /** The part of the last word that stays: `--at=`, or `a,` of `--kind a,b`. */
  readonly kept: string;
  /** The part of it that candidates begin with. */
  readonly begun: string;
  readonly words: readonly Candidate[];
  readonly sources: readonly Source[];
}

export interface Candidate {
  readonly value: string;
  /** A few words on it; empty where there are none. */
  readonly about: string;
}

/** The command that the words before the last one name; `undefined` before it is named. */
export function commandWord(words: readonly string[]): string | undefined {
  return splitCommandLine(words.slice(0, -1)).name;
}

/** All that may stand for the last of these words, which follow `unf`, before a command is named. */
export function wantedBefore(words: readonly string[], commands: readonly Candidate[]): Wanted {
  const { flag, current } = lastWord(words, globalFlags);
  if (flag !== undefined) return ofValue("", flag, current);
  if (current.startsWith("-")) return ofFlags(current, globalFlags, []);
  return { kept: "", begun: current, words: commands, sources: [] };
}

/** The same within a command. */
export function wantedWithin(
  words: readonly string[],
  name: string,
  { usage, flags }: Pick<Command, "usage" | "flags">,
): Wanted {
  const table: FlagTable = { ...globalFlags, ...flags };
  const { flag, current, before } = lastWord(splitCommandLine(words).rest, table);
  if (flag !== undefined) return ofValue(name, flag, current);
  const isOver = before.some(({ isDashes }) => isDashes);
  if (current.startsWith("-") && !isOver) {
    const given = before.flatMap((word) => (word.flag === undefined ? [] : [word.flag]));
    return ofFlags(current, table, given);
  }
  const positionals = before.filter((word) => word.flag === undefined && !word.isDashes);
  const slots = nextSlots(
    usage,
    table,
    positionals.map(({ text }) => text),
  );
  const literals = slots.flatMap((slot) => (slot.kind === "literal" ? [slot.word] : []));
  const sources = slots.flatMap((slot) =>
    slot.kind === "place" ? slot.names.flatMap((place) => sourceOfPlace(name, place)) : [],
  );
  return {
    kept: "",
    begun: current,
    words: plain(literals),
    sources: [...new Set(sources)],
  };
}

/** A word before the last, and the flag that it is, by its long name. */
interface Word {
  readonly text: string;
  readonly flag: string | undefined;
  readonly isDashes: boolean;
}

/** A flag whose value is being typed. `kept`: all of the word that stands before the value. */
interface OpenFlag extends FoundFlag {
  readonly kept: string;
}

interface LastWord {
  /** Set where the last word is the value of a flag, or both. */
  readonly flag: OpenFlag | undefined;
  /** The part of the last word that is to be completed. */
  readonly current: string;
  readonly before: readonly Word[];
}

function lastWord(words: readonly string[], table: FlagTable): LastWord {
  const before: Word[] = [];
  let open: OpenFlag | undefined;
  let isOver = false;
  for (const text of words.slice(0, -1)) {
    if (open !== undefined) {
      open = undefined;
      continue;
    }
    const found: FoundFlag | undefined = isOver ? undefined : findFlag(text, table);
    const isDashes: boolean = !isOver && text === "--";
    before.push({ text, flag: found?.name, isDashes });
    isOver ||= isDashes;
    if (waitsForValue(found, text)) open = { ...found, kept: "" };
  }
  const current = words.at(-1) ?? "";
  if (open !== undefined) return { flag: open, current, before };
  const [, spelled = "", value = ""] = (isOver ? null : /^(--[^=]+=)(.*)$/s.exec(current)) ?? [];
  const inWord = findFlag(spelled, table);
  if (inWord === undefined) return { flag: undefined, current, before };
  return { flag: { ...inWord, kept: spelled }, current: value, before };
}

function waitsForValue(found: FoundFlag | undefined, text: string): found is FoundFlag {
  return found !== undefined && takesValue(found.flag) && !text.includes("=");
}

interface FoundFlag {
  readonly name: string;
  readonly flag: Flag;
}

function findFlag(word: string, table: FlagTable): FoundFlag | undefined {
  const [, dashes, spelled = ""] = /^(--?)([^=]+)/.exec(word) ?? [];
  if (dashes === undefined) return undefined;
  const found = Object.entries(table).find(([name, { alias, short }]) =>
    dashes === "--" ? spelled === name || spelled === alias : spelled === short,
  );
  return found === undefined ? undefined : { name: found[0], flag: found[1] };
}

function ofValue(command: string, { name, flag, kept }: OpenFlag, current: string): Wanted {
  if (flag.kind === "choice") {
    return { kept, begun: current, words: plain(flag.choices), sources: [] };
  }
  if (flag.kind === "choices") {
    const comma = current.lastIndexOf(",") + 1;
    const chosen = current.slice(0, comma);
    const left = flag.choices.filter((choice) => !chosen.split(",").includes(choice));
    return {
      kept: kept + chosen,
      begun: current.slice(comma),
      words: plain(left),
      sources: [],
    };
  }
  const sources = "value" in flag ? sourceOfFlag(command, name, flag.value) : [];
  return { kept, begun: current, words: [], sources };
}

/** `given`: those that stand there already, of which most cannot be given again. */
function ofFlags(current: string, table: FlagTable, given: readonly string[]): Wanted {
  const words = Object.entries(table)
    .filter(([name, { kind }]) => !given.includes(name) || kind === "list" || kind === "choices")
    .map(([name, { help }]) => ({ value: `--${name}`, about: help }));
  return { kept: "", begun: current, words, sources: [] };
}

function plain(words: readonly string[]): Candidate[] {
  return [...new Set(words)].map((value) => ({ value, about: "" }));
}
