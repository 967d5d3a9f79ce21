import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { ServiceEntry } from "@unf/core/service";
import type { View } from "../frame/print/view.ts";

/** Where an entry is, in words for a person or for a pipe. */
function placeOf(entry: ServiceEntry, userHome: string | undefined, view: View): string {
  if (entry.kind === "crontab") return "two lines of your crontab";
  if (entry.kind === "task") return `task ${entry.name}`;
  return pathText(entry.path, userHome, view);
}

/** One line for each thing that is written or taken out, and for what is written all of its text. */
export function* renderEntry(
  entry: ServiceEntry,
  verbs: { readonly file: string; readonly link: string; readonly hasText: boolean },
  { userHome, view }: { readonly userHome: string | undefined; readonly view: View },
): Generator<string> {
  const isForPerson = view.terminal.isForPerson;
  const said = (verb: string) => (isForPerson ? `${view.paint.good(verb.padStart(11))} ` : verb);
  yield `${said(verbs.file)} ${placeOf(entry, userHome, view)}`;
  if (verbs.hasText) {
    const indent = " ".repeat(isForPerson ? 13 : 4);
    for (const line of entry.text.trimEnd().split(/\r?\n/))
      yield view.paint.faint(`${indent}${escapeForDisplay(line)}`.trimEnd());
  }
  if (entry.kind === "file" && entry.link !== undefined)
    yield `${said(verbs.link)} ${pathText(entry.link, userHome, view)}`;
}

export function pathText(path: string, userHome: string | undefined, view: View): string {
  return escapeForDisplay(view.terminal.isForPerson ? shortenHome(path, userHome) : path);
}
