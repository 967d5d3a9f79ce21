import type { Filter } from "./address.ts";

/** One condition of a filter, as a person takes it away again. */
export interface Chip {
  readonly field: "include" | "exclude" | "authors" | "kinds" | "text";
  readonly value: string;
}

/** Chips in the order in which they are shown. */
export function chipsOf(filter: Filter): Chip[] {
  const fields = ["include", "exclude", "authors", "kinds"] as const;
  const chips: Chip[] = fields.flatMap((field) => filter[field].map((value) => ({ field, value })));
  return filter.text === "" ? chips : [...chips, { field: "text", value: filter.text }];
}

/**
 * Reads a line of a person: `src/**` and `*.ts` are globs, `-dist/**` keeps files out, `by:claude` is an
 * author, `is:turn` a kind, and anything else words that titles and paths are looked through for.
 */
export function parseChip(typed: string): Chip | undefined {
  const text = typed.trim();
  if (text === "" || text === "-") return undefined;
  const named = /^(by|is):(.+)$/.exec(text);
  if (named?.[1] !== undefined && named[2] !== undefined) {
    return { field: named[1] === "by" ? "authors" : "kinds", value: named[2].trim() };
  }
  if (text.startsWith("-")) return { field: "exclude", value: text.slice(1) };
  const isGlob = /[*?[\]{}/]/.test(text) && !/\s/.test(text);
  return { field: isGlob ? "include" : "text", value: text };
}

export function addChip<F extends Filter>(filter: F, { field, value }: Chip): F {
  if (field === "text") return { ...filter, text: value };
  return filter[field].includes(value) ? filter : { ...filter, [field]: [...filter[field], value] };
}

export function removeChip<F extends Filter>(filter: F, { field, value }: Chip): F {
  if (field === "text") return { ...filter, text: "" };
  return { ...filter, [field]: filter[field].filter((other) => other !== value) };
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
