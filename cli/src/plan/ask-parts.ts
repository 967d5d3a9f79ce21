import { UnfError } from "@unf/core/base";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import type { Chunk } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";

/** Parts of one file that a person is asked about one after the other. */
export interface AskedParts {
  readonly count: number;
  /** Noun of the prompt: `hunk`, `file`. */
  readonly noun: string;
  /** A verb with its participle: `restore`, `restored`. */
  readonly words: readonly [verb: string, done: string];
  /** The part with this number, counted from 0. */
  readonly show: (index: number, view: View) => Iterable<Chunk>;
}

/** The parts that were chosen, counted from 0; `isOver` where nothing else is to be asked. */
export interface ChosenParts {
  readonly chosen: readonly number[];
  readonly isOver: boolean;
}

/**
 * Shows each part and asks about it; the letters are those of `git checkout -p`. Throws
 * `needs_confirmation` when the answers end.
 */
export async function askParts(
  { show, world }: Pick<Call<FlagTable>, "show" | "world">,
  { count, noun, words, show: linesOf }: AskedParts,
): Promise<ChosenParts> {
  const [verb] = words;
  const ask = `${verb[0]?.toUpperCase() ?? ""}${verb.slice(1)} this ${noun} [y,n,q,a,d,?]? `;
  let choice: Choice = { next: 0, chosen: [], isOver: false };
  let shown: number | undefined;
  while (choice.next < count) {
    const { next } = choice;
    if (shown !== next) await show((view) => linesOf(next, view));
    shown = next;
    const line = world.ask(`(${next + 1}/${count}) ${ask}`);
    if (line === undefined)
      throw new UnfError("needs_confirmation", "nothing was done (the answers ended)");
    const answer = parseAnswer(line);
    if (answer === undefined || answer === "?")
      world.stderr.write(`${helpLines(noun, words).join("\n")}\n`);
    else choice = stepChoice(choice, answer, count);
  }
  return choice;
}

interface Choice extends ChosenParts {
  /** The part that is asked about next; the count when all is said. */
  readonly next: number;
}

/** A person's answer to each part in turn. */
type PartAnswer = "y" | "n" | "q" | "a" | "d";

function helpLines(noun: string, [verb, done]: AskedParts["words"]): string[] {
  return [
    `y - ${verb} this ${noun}`,
    "n - leave it as it is",
    `a - ${verb} this ${noun} and all after it`,
    `d - leave this ${noun} and all after it`,
    `q - stop asking; what was chosen so far is ${done}`,
    "? - print this",
  ];
}

function stepChoice({ next, chosen }: Choice, answer: PartAnswer, count: number): Choice {
  switch (answer) {
    case "y":
      return { next: next + 1, chosen: [...chosen, next], isOver: false };
    case "n":
      return { next: next + 1, chosen, isOver: false };
    case "a": {
      const rest = Array.from({ length: count - next }, (_, index) => next + index);
      return { next: count, chosen: [...chosen, ...rest], isOver: false };
    }
    case "d":
      return { next: count, chosen, isOver: false };
    case "q":
      return { next: count, chosen, isOver: true };
  }
}

/** The answer that a line begins with; `undefined` for anything else. */
function parseAnswer(line: string): PartAnswer | "?" | undefined {
  const letter = line.trim().toLowerCase();
  return (["y", "n", "q", "a", "d", "?"] as const).find((known) => known === letter);
}
