import { UnfError } from "@unf/core/base";

/** Numbers of a list that a person chose. */
export interface ChosenNumbers {
  readonly has: (number: number) => boolean;
  /** The largest of them: more than the list has, perhaps. */
  readonly largest: number;
}

/** Reads `2,5-7`; `undefined` when it is something else. */
export function parseNumbers(words: string): ChosenNumbers | undefined {
  const ranges = words.split(",").map((word) => parseRange(word.trim()));
  const known = ranges.filter((range) => range !== undefined);
  if (known.length < ranges.length) return undefined;
  return {
    has: (number) => known.some(({ from, to }) => from <= number && number <= to),
    largest: Math.max(...known.map(({ to }) => to)),
  };
}

/** The numbers that a flag got. Throws `usage` for what are none. */
export function requireNumbers(flag: string, words: string, hint: string): ChosenNumbers {
  const numbers = parseNumbers(words);
  if (numbers !== undefined) return numbers;
  throw new UnfError(
    "usage",
    `--${flag} takes numbers such as 2,5-7, not "${words.slice(0, 60)}"`,
    {
      hint,
    },
  );
}

function parseRange(word: string): { readonly from: number; readonly to: number } | undefined {
  const [, from = "", to = from] = /^([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?$/.exec(word) ?? [];
  if (from === "" || Number(from) > Number(to)) return undefined;
  return { from: Number(from), to: Number(to) };
}
