import type { Entry, EntryFile } from "./entry.ts";
import { keyOfEntry } from "./listed.ts";

/** A line of the list: an entry, a file of an open one, or how many files more it has. */
export type EntryRow =
  | { readonly is: "entry"; readonly key: string; readonly entry: Entry }
  | { readonly is: "file"; readonly key: string; readonly entry: Entry; readonly file: EntryFile }
  | { readonly is: "more"; readonly key: string; readonly entry: Entry; readonly count: number };

/** The same where days stand above their entries. */
export type ListRow = EntryRow | { readonly is: "day"; readonly key: string; readonly day: string };

/**
 * Lines of entries that come newest first; `dayOf` names the day of an instant where the reader is. Each has a
 * key of its own, which stays while its entry grows.
 */
export function listRows(
  entries: readonly Entry[],
  isOpen: (key: string) => boolean,
  dayOf: (instant: string) => string,
): ListRow[] {
  const rows: ListRow[] = [];
  const apart = keepApart();
  let day: string | undefined;
  for (const entry of entries) {
    const its = dayOf(entry.to);
    if (its !== day) rows.push({ is: "day", key: apart(`day ${its}`), day: its });
    day = its;
    const key = apart(keyOfEntry(entry));
    rows.push({ is: "entry", key, entry });
    if (isOpen(key)) rows.push(...fileRows(entry, key));
  }
  return rows;
}

/** A clock that was set back has a day twice, and one writer may begin two things in the same millisecond. */
function keepApart(): (key: string) => string {
  const known = new Map<string, number>();
  return (key) => {
    const times = known.get(key) ?? 0;
    known.set(key, times + 1);
    return times === 0 ? key : `${key} ${times}`;
  };
}

/** The lines below an open entry. `key` tells it from every other. */
export function fileRows(entry: Entry, key: string): EntryRow[] {
  const rows: EntryRow[] = entry.paths.map((file) => ({
    is: "file",
    key: `${key} file ${file.path}`,
    entry,
    file,
  }));
  const count = entry.more_paths ?? 0;
  if (count > 0) rows.push({ is: "more", key: `${key} more`, entry, count });
  return rows;
}
