import type { Entry, EntryFile } from "./facts.ts";

/** A line of the list: a day, an entry, a file of an open entry, or how many files more it has. */
export type ListRow =
  | { readonly is: "day"; readonly key: string; readonly day: string }
  | { readonly is: "entry"; readonly key: string; readonly entry: Entry }
  | { readonly is: "file"; readonly key: string; readonly entry: Entry; readonly file: EntryFile }
  | { readonly is: "more"; readonly key: string; readonly count: number };

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

function* fileRows(entry: Entry): Iterable<ListRow> {
  for (const file of entry.paths) {
    yield { is: "file", key: `${entry.id} ${file.version}`, entry, file };
  }
  const count = entry.more_paths ?? 0;
  if (count > 0) yield { is: "more", key: `${entry.id} more`, count };
}

/** Newer answers in front of what is listed: an entry that grew takes the place of its former self. */
export function mergeNewer(listed: readonly Entry[], newer: readonly Entry[]): Entry[] {
  const oldest = newer.at(-1);
  if (oldest === undefined) return [...listed];
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...listed.filter(({ id, to }) => !known.has(id) && to <= oldest.to)];
}

/** The form that an entry has in a later answer: work that goes on is named after its newest version. */
export function successorOf(entry: Entry, listed: readonly Entry[]): Entry | undefined {
  const isSame = (one: Entry) =>
    one.kind === entry.kind && one.project.id === entry.project.id && one.from === entry.from;
  return listed.find(({ id }) => id === entry.id) ?? listed.find(isSame);
}
