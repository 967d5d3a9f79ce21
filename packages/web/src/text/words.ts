import { escapeForDisplay, escapeLineForDisplay } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import type { Writer } from "@unf/view/page";

/** A name as it is shown: signs that turn or hide text are spelled out. */
export const nameText = (name: string): string => escapeForDisplay(name);

/** The same of a line of a file. */
export const lineText = (line: string): string => escapeLineForDisplay(line);

/** Signs of a line that are shown. */
export const lineMax = 4000;

/** Why something was refused, and the way on where there is one. */
export function failureText({
  message,
  hint,
}: {
  message: string;
  hint?: string | undefined;
}): string {
  return `${nameText(message)}${hint ? `; ${nameText(hintText(hint))}` : ""}`;
}

/** Hints speak of a command, which the page has none of. */
function hintText(hint: string): string {
  return hint.replace(/\b(run|call) (it|the command) again\b/, "try again");
}

export function authorText(author: Writer | null): string {
  if (author === null || author.type === "unknown") return "unknown";
  if (author.type === "human") return "you";
  return nameText(author.name ?? author.type);
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

/** An amount as the terminal says it, so that both speak of one: `1.2 MiB`. */
export const bytesText = (bytes: number): string => renderBytes(bytes);

/** The directory with its slash, and the name: the second is what a person looks for. */
export function splitPath(path: string): [directory: string, name: string] {
  const at = path.lastIndexOf("/") + 1;
  return [nameText(path.slice(0, at)), nameText(path.slice(at))];
}

const reasons: Record<string, string> = {
  kept_newer: "changed since, so it stays",
  kept_changed: "differs and stays",
  overlap: "the same lines were changed since",
  newer: "it is newer than that instant",
  changed: "changed since",
  missing: "it is not there any more",
  thinned: "the content of that time is no longer kept",
};

export function reasonText(why: string | undefined, action: string): string {
  const known = [why ?? "", action].find((word) => Object.hasOwn(reasons, word));
  return reasons[known ?? ""] ?? nameText((why ?? action).replaceAll("_", " "));
}
