import type { Entry, Writer } from "./entry.ts";

/** Conditions that a face judges by itself. */
export interface Words {
  readonly kinds: readonly string[];
  readonly authors: readonly string[];
  readonly text: string;
}

/** True of an entry that a filter shows, as far as a face decides that: questions carry times, globs and one author. */
export function matches(entry: Entry, { kinds, authors, text }: Words): boolean {
  if (kinds.length > 0 && !kinds.includes(entry.kind)) return false;
  // One author is asked for, so that what is counted and what is listed is the same.
  if (authors.length > 1 && !authors.some((name) => isOf(entry.author, name))) return false;
  const wanted = text.toLowerCase();
  const names = [entry.title, ...entry.paths.map(({ path }) => path)];
  return names.some((name) => name.toLowerCase().includes(wanted));
}

function isOf(author: Writer | null, name: string): boolean {
  if (name === "human") return author?.type === "human";
  return author?.name?.startsWith(name) ?? false;
}
