import type { Filter } from "./address.ts";
import type { Entry, Writer } from "./facts.ts";

/** True of an entry that a filter shows, as far as a page decides that: questions carry times, globs and one author. */
export function matches(entry: Entry, { kinds, authors, text }: Filter): boolean {
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
