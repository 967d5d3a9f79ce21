/** A person's answer to each hunk in turn. */
export type HunkAnswer = "y" | "n" | "q" | "a" | "d" | "?";

/** Meanings of the letters; the words are those of `git checkout -p`. */
export const hunkHelp = [
  "y - restore this hunk",
  "n - leave it as it is",
  "a - restore this hunk and all after it",
  "d - leave this hunk and all after it",
  "q - stop asking; what was chosen so far is restored",
  "? - print this",
];

export interface HunkChoice {
  /** The hunk that is asked about next; `count` when all is said. */
  readonly next: number;
  readonly chosen: readonly number[];
}

/** Steps on after an answer to the hunk `next`. Hunks count from 0. */
export function stepChoice(
  { next, chosen }: HunkChoice,
  answer: Exclude<HunkAnswer, "?">,
  count: number,
): HunkChoice {
  switch (answer) {
    case "y":
      return { next: next + 1, chosen: [...chosen, next] };
    case "n":
      return { next: next + 1, chosen };
    case "a": {
      const rest = Array.from({ length: count - next }, (_, index) => next + index);
      return { next: count, chosen: [...chosen, ...rest] };
    }
    case "d":
    case "q":
      return { next: count, chosen };
  }
}

/** The answer that a line begins with; `undefined` for anything else. */
export function parseAnswer(line: string): HunkAnswer | undefined {
  const letter = line.trim().toLowerCase();
  return (["y", "n", "q", "a", "d", "?"] as const).find((known) => known === letter);
}
