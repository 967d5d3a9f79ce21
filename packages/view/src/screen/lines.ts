import type { Entry, EntryFile } from "../happenings/entry.ts";
import { fileRows } from "../happenings/list-rows.ts";
import { hasFiles, isHappening, keyOf, type Listing, type ListLine } from "./entries.ts";
import { isLike } from "./fuzzy.ts";
import { textOfListing } from "./words.ts";

/** All that decides which lines there are. */
interface ListState {
  readonly entries: readonly Listing[] | undefined;
  readonly filter: string;
  /** Keys of entries that show their files. */
  readonly open: ReadonlySet<string>;
}

/** The lines of the list, as they are filtered and opened. */
export function linesOf({ entries = [], filter, open }: ListState): readonly ListLine[] {
  const isFound = (textOf: () => string): boolean => filter === "" || isLike(textOf(), filter);
  return entries.flatMap((listing) => {
    const key = keyOf(listing);
    const isOwn = isFound(() => textOfListing(listing));
    if (!isHappening(listing)) return isOwn ? [lineOf(listing, key)] : [];
    const found = isOwn ? listing.paths : listing.paths.filter(({ path }) => isFound(() => path));
    if (!isOwn && found.length === 0) return [];
    const line = lineOf(listing, key);
    if (!hasFiles(listing) || (!open.has(key) && isOwn)) return [line];
    return [line, ...linesBelow(listing, key, new Set(found))];
  });
}

function lineOf(listing: Listing, key: string): ListLine {
  const file = isHappening(listing) && listing.files === 1 ? listing.paths[0] : undefined;
  return { listing, key, isInside: false, file, more: undefined };
}

function linesBelow(entry: Entry, key: string, shown: ReadonlySet<EntryFile>): ListLine[] {
  return fileRows(entry, key).flatMap((row): ListLine[] => {
    const below = { listing: entry, key: row.key, isInside: true };
    if (row.is === "file")
      return shown.has(row.file) ? [{ ...below, file: row.file, more: undefined }] : [];
    return row.is === "more" ? [{ ...below, file: undefined, more: row.count }] : [];
  });
}
