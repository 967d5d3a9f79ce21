import type { Entry, EntryFile } from "./entry.ts";

/** A line of the list: an entry, a file of an open one, or how many files more it has. */
export type EntryRow =
  | { readonly is: "entry"; readonly key: string; readonly entry: Entry }
  | { readonly is: "file"; readonly key: string; readonly entry: Entry; readonly file: EntryFile }
  | { readonly is: "more"; readonly key: string; readonly entry: Entry; readonly count: number };

/** The same where days stand above their entries. */
export type ListRow = EntryRow | { readonly is: "day"; readonly key: string; readonly day: string };

/** Lines of entries that come newest first; `dayOf` names the day of an instant where the reader is. */
export function listRows(
  entries: readonly Entry[],
  isOpen: (id: string) => boolean,
  dayOf: (instant: string) => string,
): ListRow[] {
  const rows: ListRow[] = [];
  let day: string | undefined;
  for (const entry of entries) {
    const its = dayOf(entry.to);
    if (its !== day) rows.push({ is: "day", key: `day ${its}`, day: its });
    day = its;
    rows.push({ is: "entry", key: entry.id, entry });
    if (isOpen(entry.id)) rows.push(...fileRows(entry));
  }
  return rows;
}

/** The lines below an open entry. `key` tells it from every other. */
export function fileRows(entry: Entry, key = entry.id): EntryRow[] {
  const rows: EntryRow[] = entry.paths.map((file) => ({
    is: "file",
    key: `${key} ${file.version}`,
    entry,
    file,
  }));
  const count = entry.more_paths ?? 0;
  if (count > 0) rows.push({ is: "more", key: `${key} more`, entry, count });
  return rows;
}
