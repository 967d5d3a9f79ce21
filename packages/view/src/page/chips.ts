import { type EntryKind, isEntryKind } from "../happenings/entry.ts";
import type { Filter } from "./address.ts";

/** One condition of a filter, as a person takes it away again. */
export type Chip =
  | { readonly field: "include" | "exclude" | "authors" | "text"; readonly value: string }
  | { readonly field: "kinds"; readonly value: EntryKind };

/** Chips in the order in which they are shown. */
export function chipsOf(filter: Filter): Chip[] {
  const fields = ["include", "exclude", "authors"] as const;
  const chips: Chip[] = fields.flatMap((field) => filter[field].map((value) => ({ field, value })));
  chips.push(...filter.kinds.map((value) => ({ field: "kinds", value }) as const));
  return filter.text === "" ? chips : [...chips, { field: "text", value: filter.text }];
}

/**
 * Reads a line of a person: `src/**` and `*.ts` are globs, `-dist/**` keeps files out, `by:claude` is an
 * author, `is:turn` a kind, and anything else words that titles and paths are looked through for.
 */
export function parseChip(typed: string): Chip | undefined {
  const text = typed.trim();
  if (text === "" || text === "-") return undefined;
  const [, sign, word = ""] = /^(by|is):(.+)$/.exec(text) ?? [];
  const value = word.trim();
  if (sign === "by" && value !== "") return { field: "authors", value };
  if (sign === "is" && isEntryKind(value)) return { field: "kinds", value };
  if (text.startsWith("-")) return { field: "exclude", value: text.slice(1) };
  const isGlob = /[*?[\]{}/]/.test(text) && !/\s/.test(text);
  return { field: isGlob ? "include" : "text", value: text };
}

/** An author by the beginning of the name, where one of `offered` alone has it; `you` are the people. */
export function completeAuthor(chip: Chip, offered: readonly Chip[]): Chip {
  if (chip.field !== "authors") return chip;
  if (chip.value === "you") return { field: "authors", value: "human" };
  const names = offered.filter(({ field }) => field === "authors").map(({ value }) => value);
  const [only, ...others] = names.filter((name) => name.startsWith(chip.value));
  const isClear = only !== undefined && others.length === 0 && !names.includes(chip.value);
  return isClear ? { field: "authors", value: only } : chip;
}

export function addChip<F extends Filter>(filter: F, chip: Chip): F {
  return replaceChip(filter, chip, [chip.value]);
}

export function removeChip<F extends Filter>(filter: F, chip: Chip): F {
  return replaceChip(filter, chip, []);
}

/** Those of `offered` that hold what was typed so far, those that begin with it first. At most 8. */
export function suggest(typed: string, offered: readonly Chip[]): Chip[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [];
  const rank = (chip: Chip) => renderChip(chip).toLowerCase().indexOf(wanted);
  return offered
    .filter((chip) => rank(chip) >= 0)
    .sort((a, b) => Math.sign(rank(a)) - Math.sign(rank(b)))
    .slice(0, 8);
}

/** As `parseChip` reads it. */
export function renderChip({ field, value }: Chip): string {
  const sign = { include: "", exclude: "-", authors: "by:", kinds: "is:", text: "" };
  return `${sign[field]}${value}`;
}

function replaceChip<F extends Filter>(filter: F, { field, value }: Chip, by: string[]): F {
  if (field === "text") return { ...filter, text: by[0] ?? "" };
  const others = filter[field].filter((other) => other !== value);
  return { ...filter, [field]: [...others, ...by] };
}
