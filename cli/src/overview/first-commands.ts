import type { Here } from "@unf/answers";
import { padRight } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** Six commands that fit to where one is, and where the others are. */
export function* renderFirstCommands(here: Here | undefined, { paint }: View): Generator<string> {
  const rows = here?.kind === "watched" ? inProject : elsewhere;
  for (const [line, does] of rows) yield `  ${paint.id(padRight(line, width))}  ${does}`;
  yield paint.faint("All commands: unf --help");
}

const width = 24;

type Row = readonly [line: string, does: string];

const back: readonly Row[] = [
  ["unf restore src --at 10m", "bring files back as they were, after a plan"],
  ["unf oops", "take back what an agent's last turn did"],
  ["unf undo", "take back the last restore or oops"],
];

const inProject: readonly Row[] = [
  ["unf log", "what happened here, newest first"],
  ["unf diff --at 10m", "what has changed in the last ten minutes"],
  ...back,
  ["unf deleted", "what was deleted lately, to bring it back"],
];

const elsewhere: readonly Row[] = [
  ["unf watch", "record this directory from now on"],
  ["unf list", "which directories are recorded"],
  ["unf log --global", "what happened in all of them"],
  ...back,
];
