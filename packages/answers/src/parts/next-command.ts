import { relativeTo } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { ProjectEntry } from "@unf/maintenance";
import type { Asker } from "../ports/asker.ts";
import { maskName } from "./mask-prompt.ts";

/** A command to type next. It names the project where the working directory does not say it. */
export function nextCommand(
  { cwd, namedProject }: Pick<Asker, "cwd" | "namedProject">,
  { root }: ProjectEntry,
  words: readonly string[],
): string {
  const isElsewhere = namedProject === undefined && relativeTo(root, cwd()) === undefined;
  const named = isElsewhere ? root : namedProject;
  return commandLine(["unf", ...words, ...(named === undefined ? [] : ["--project", named])]);
}

/** An operation that was just done, and the command that takes it back. */
export function undoOf(
  asker: Pick<Asker, "cwd" | "namedProject">,
  project: ProjectEntry,
  id: number,
): { readonly id: number; readonly undo: string } {
  return { id, undo: nextCommand(asker, project, ["undo", `op-${id}`]) };
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
