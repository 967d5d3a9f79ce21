import type { FlagTable } from "../frame/argv/flag.ts";

/** A word of a usage line: one to be typed as it stands, or one to be put in its place. */
export type Slot =
  | { readonly kind: "literal"; readonly word: string }
  /** `name`: as in the usage line, without brackets; several where it may be one of them. */
  | { readonly kind: "place"; readonly names: readonly string[]; readonly repeats: boolean };

/**
 * The slots that the next word may fill, after these words that are no flags. Read out of the usage
 * lines of help, so that what completes is what is documented; `table`: which flags take a value.
 */
export function nextSlots(
  usage: readonly string[],
  table: FlagTable,
  before: readonly string[],
): Slot[] {
  return usage.flatMap((line) => follow(slotsOf(line, table), before));
}

function follow(slots: readonly Slot[], before: readonly string[]): readonly Slot[] {
  const [slot, ...rest] = slots;
  if (slot === undefined) return [];
  const goesOn = slot.kind === "place" && slot.repeats;
  const [word, ...words] = before;
  if (word === undefined) return goesOn ? [slot, ...rest.slice(0, 1)] : [slot];
  if (slot.kind === "literal") return slot.word === word ? follow(rest, words) : [];
  return goesOn && rest.length === 0 ? follow(slots, words) : goesOn ? slots : follow(rest, words);
}

/** `restore [path...] --to <dir>` → the place `path`, which repeats. */
function slotsOf(line: string, table: FlagTable): Slot[] {
  const [, ...words] = line.replaceAll(/\[-[^\]]*\]/g, "").split(/\s+/);
  const slots: Slot[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? "";
    if (/^-+\w/.test(word)) {
      if (mayTakeValue(word, table)) i += 1;
    } else if (!["", "--", "|", "[flags]"].includes(word)) {
      slots.push(slotOf(word));
    }
  }
  return slots;
}

function slotOf(word: string): Slot {
  const [, inside, dots = ""] = /^[<[]([^>\]]+)[>\]](\.\.\.)?$/.exec(word) ?? [];
  if (inside === undefined) return { kind: "literal", word };
  const names = inside.replace(/(\.\.\.|…)$/, "");
  return { kind: "place", names: names.split("|"), repeats: names !== inside || dots !== "" };
}

function mayTakeValue(word: string, table: FlagTable): boolean {
  const name = word.replace(/^-+/, "");
  const flag = table[name] ?? Object.values(table).find(({ short }) => short === name);
  return flag !== undefined && flag.kind !== "switch";
}
