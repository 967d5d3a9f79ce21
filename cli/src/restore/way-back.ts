import { escapeForDisplay, joinPath, type RestoreRequest } from "@unf/core";
import type { Call } from "../command.ts";
import type { OpenScope } from "../open-scope.ts";
import type { restoreFlags } from "./flags.ts";

/** Operations looked through for the one just done. */
const recentOperations = 20;

/**
 * The command that brings back what an operation replaced and removed; `undefined` when the
 * operation cannot be found. Files that the operation brought back stay, as no one asked to delete.
 */
export function wayBack(
  call: Call<typeof restoreFlags>,
  { reader, project }: OpenScope,
  { target, include, exclude }: RestoreRequest,
  operation: number,
): string | undefined {
  const done = reader.timeline.operations(recentOperations).find(({ id }) => id === operation);
  if (done === undefined || done.before === 0) return undefined;
  const words: string[] = [...call.args];
  const version = "version" in target ? reader.timeline.snapshot(target.version) : undefined;
  if (words.length === 0 && version !== undefined) words.push(joinPath(project.root, version.path));
  words.push("--at", `v${done.before}`);
  for (const glob of include) words.push("--include", glob);
  for (const glob of exclude) words.push("--exclude", glob);
  if (call.globals.project !== undefined) words.push("--project", call.globals.project);
  return `unf restore ${words.map(quoteWord).join(" ")}`;
}

/** A word as a shell takes it. */
function quoteWord(word: string): string {
  const shown = escapeForDisplay(word);
  return /^[\w./@%+=:,-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
