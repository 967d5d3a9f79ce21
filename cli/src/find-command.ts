import { commands } from "./commands.ts";
import type { CommandEntry } from "./frame/call/command.ts";

/** The row of a command by either of its names. */
export function findCommand(word: string): CommandEntry | undefined {
  return commands.find(({ name, alias }) => name === word || alias === word);
}

/** Every name that a person may type. */
export function commandNames(): string[] {
  const shown = commands.filter(({ isHidden }) => isHidden !== true);
  return shown.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));
}
