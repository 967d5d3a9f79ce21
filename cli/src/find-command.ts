import { commands } from "./commands.ts";
import type { CommandEntry } from "./frame/call/command.ts";

/** The row of a command by either of its names. */
export function findCommand(word: string): CommandEntry | undefined {
  return commands.find(({ name, alias }) => name === word || alias === word);
}

/** Every name that may be typed. */
export function commandNames(): string[] {
  return commands.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));
}
