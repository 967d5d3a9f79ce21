import { maskName } from "@unf/answers";
import { escapeForDisplay, relativeTo } from "@unf/core";
import type { ProjectEntry } from "@unf/wiring";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";

/** A command to type next. It names the project where the working directory does not say it. */
export function nextCommand(
  call: Call<FlagTable>,
  { root }: ProjectEntry,
  words: readonly string[],
): string {
  const { project } = call.globals;
  const isElsewhere = project === undefined && relativeTo(root, call.world.cwd()) === undefined;
  const named = isElsewhere ? root : project;
  return commandLine(["unf", ...words, ...(named === undefined ? [] : ["--project", named])]);
}

/** An operation that was just done, and the command that takes it back. */
export function undoOf(
  call: Call<FlagTable>,
  project: ProjectEntry,
  id: number,
): { readonly id: number; readonly undo: string } {
  return { id, undo: nextCommand(call, project, ["undo", `op-${id}`]) };
}

/** Words as a shell takes them. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}

/** What was typed once, for the eyes. */
export function shownCommand(words: readonly string[]): string {
  return commandLine(words.map(maskName));
}

function quoteWord(word: string): string {
  const shown = escapeForDisplay(word);
  return /^[\w./@%+=:,-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
