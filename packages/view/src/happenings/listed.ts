import type { Entry, EntryFile } from "./entry.ts";

/** Entries that were read, newest first, and where older ones go on; `null`: these are all. */
export interface Listed {
  readonly entries: readonly Entry[];
  readonly next: string | null;
}

/** The same entry also when it has grown since, where its id is another. */
export function keyOfEntry(entry: Entry): string {
  const { kind, project, id, from, author } = entry;
  const isMark = kind === "checkpoint" || kind === "gap";
  return `${project.root} ${isMark ? id : (deedOf(entry) ?? `${kind} ${from} ${author?.name ?? author?.type}`)}`;
}

/** The form that an entry has in a later answer: work that goes on is named after its newest version. */
export function successorOf(entry: Entry, listed: readonly Entry[]): Entry | undefined {
  return listed[placesOf(listed)(entry)];
}

/**
 * The first page, read again. Where it does not reach what is listed, or an entry that was listed whole
 * has grown and is cut now, it is all that there is until older ones are read.
 */
export function takeFirstPage(listed: Listed, page: Listed): Listed {
  // Much was looked at, and nothing of it is wanted: so nothing is new.
  if (page.entries.length === 0 && page.next !== null && listed.entries.length > 0) return listed;
  const placeOf = placesOf(listed.entries);
  const entries: Entry[] = [];
  let reach = -1;
  for (const entry of page.entries) {
    reach = placeOf(entry);
    const former = listed.entries[reach];
    const isCut = former !== undefined && former.from < entry.from;
    if (isCut && former.id !== entry.id) return page;
    entries.push(isCut ? former : entry);
  }
  // By its place and not by its time: a clock may have been set back meanwhile.
  if (page.next === null || reach === -1) return page;
  const isRead = placesOf(entries);
  const older = listed.entries.slice(reach + 1).filter((entry) => isRead(entry) === -1);
  return { entries: [...entries, ...older], next: listed.next };
}

/** Where an entry is among these, or its other form is; -1 where neither is. */
function placesOf(entries: readonly Entry[]): (entry: Entry) => number {
  const byId = new Map(entries.map(({ id }, at) => [id, at]));
  const byKey = new Map(entries.map((entry, at) => [keyOfEntry(entry), at]));
  // An entry that a page cuts has another beginning, and its name.
  return (entry) => byId.get(entry.id) ?? byKey.get(keyOfEntry(entry)) ?? -1;
}

/** The page that comes after what is listed. An entry that the first of the two ends in goes on in the other. */
export function takeOlderPage(listed: Listed, page: Listed): Listed {
  const entries = [...listed.entries];
  for (const entry of page.entries) {
    const at = entries.findIndex((one) => isPartOf(one, entry));
    const whole = entries[at];
    if (whole === undefined) entries.push(entry);
    else entries[at] = join(whole, entry);
  }
  return { entries, next: page.next };
}

function isPartOf(newer: Entry, older: Entry): boolean {
  const deed = deedOf(older);
  return deed !== undefined && newer.project.root === older.project.root && deedOf(newer) === deed;
}

/** One turn or one operation is one entry, wherever its parts were read. */
function deedOf({ kind, turn, operation }: Entry): string | undefined {
  if (kind === "turn") return turn;
  return kind === "operation" ? operation : undefined;
}

function join(newer: Entry, older: Entry): Entry {
  const known = new Map(older.paths.map((file) => [file.path, file]));
  const both = newer.paths.map((file): EntryFile => {
    const earlier = known.get(file.path);
    known.delete(file.path);
    if (earlier === undefined || earlier.version === file.version) return file;
    return { ...file, before: earlier.before, ...sumOf(file, earlier) };
  });
  const paths = [...both, ...known.values()];
  const shared = newer.paths.length + older.paths.length - paths.length;
  const files = newer.files + older.files - shared;
  return {
    ...newer,
    from: older.from < newer.from ? older.from : newer.from,
    files,
    ...sumOf(newer, older),
    paths,
    more_paths: files - paths.length,
  };
}

type Counts = Pick<EntryFile, "added" | "removed">;

/** `null` where neither was counted. */
function sumOf(one: Counts, other: Counts): Counts {
  const sum = (a: number | null, b: number | null) =>
    a === null && b === null ? null : (a ?? 0) + (b ?? 0);
  return { added: sum(one.added, other.added), removed: sum(one.removed, other.removed) };
}
