import type { Entry, EntryFile } from "../happenings/entry.ts";
import { canTakeBack, justBefore } from "../happenings/way-back.ts";
import { isHappening, type Listing, type ListLine } from "./entries.ts";

/** Something that is to be done to a project, as it is shown before. */
export type ScreenOrder =
  | {
      readonly name: "restore";
      readonly root: string;
      /** Paths in the project; none: all of it. */
      readonly paths: readonly string[];
      /** A word for the instant, or the version of the one path. */
      readonly at: string | undefined;
      readonly version: string | undefined;
      /** Files that were not there then go, if their content is recorded. */
      readonly removes: boolean;
    }
  | {
      readonly name: "oops";
      readonly root: string;
      /** The turn of an agent; `undefined`: the last run of changes. */
      readonly turn: string | undefined;
    }
  | {
      readonly name: "undo";
      readonly root: string;
      readonly kind: "undo" | "redo";
      /** `undefined`: the last one. */
      readonly operation: string | undefined;
    }
  | { readonly name: "bringBack"; readonly root: string; readonly deletion: string }
  | { readonly name: "checkpoint"; readonly root: string; readonly label: string | undefined };

/** A way to go on from a line, and the words for it. */
export interface Choice {
  readonly text: string;
  readonly order: ScreenOrder;
}

/** The restores that a line offers, the likeliest first. */
export function restoresOf({ listing, file, isInside }: ListLine): readonly Choice[] {
  if (listing.kind === "deleted") {
    const { root, deletion } = listing;
    return [{ text: "the file as it was last", order: { name: "bringBack", root, deletion } }];
  }
  if (listing.kind === "hit") {
    const { root, path, version } = listing;
    return [{ text: `this file as of ${version}`, order: versionOf(root, path, version) }];
  }
  const { root } = listing.project;
  if (listing.kind === "checkpoint")
    return [{ text: `all files as of ${listing.title}`, order: restore(root, [], listing.id) }];
  const before = justBefore(listing.from);
  const all = { text: "all files as they were before it", order: restore(root, [], before) };
  if (listing.kind === "gap") return [all];
  const ofFile = file === undefined ? [] : choicesOf(listing, file);
  if (file !== undefined && (isInside || listing.kind === "stretch")) return [...ofFile, all];
  const after = { text: "all files as they were after it", order: restore(root, [], listing.to) };
  const paths = listing.paths.map(({ path }) => path);
  const these = {
    text: `${paths.length === 1 ? "this file as it was" : "these files as they were"} before it`,
    order: restore(root, paths, before),
  };
  const isWhole = (listing.more_paths ?? 0) === 0 && paths.length <= namedMax;
  return [...(isWhole ? [these] : []), all, after];
}

/** Of more files the whole project is meant. */
const namedMax = 1000;

/** As it was after the entry, and before it. Of a file that went only the latter is anything. */
function choicesOf({ project, from }: Entry, file: EntryFile): readonly Choice[] {
  const { root } = project;
  const { path, version, kind } = file;
  const as = { text: `this file as of ${version}`, order: versionOf(root, path, version) };
  const before = {
    text: `this file as it was before ${version}`,
    order: restore(root, [path], justBefore(from)),
  };
  return kind === "delete" ? [before] : [as, before];
}

/** Changes that can be taken back from a line on: its own, those of the last turn, the last run of changes. */
export function oopsesOf(
  line: ListLine | undefined,
  root: string,
  listed: readonly Listing[],
): readonly Choice[] {
  const own = line !== undefined && isHappening(line.listing) ? line.listing : undefined;
  // Another project has a turn of that name as well.
  const isHere = ({ turn, project }: Entry) => turn !== undefined && project.root === root;
  const newest = listed.filter(isHappening).find(isHere);
  const isOwn = newest?.turn === own?.turn;
  return [
    ...(own === undefined ? [] : oopsesOfEntry(own, root)),
    ...(newest === undefined || isOwn ? [] : oopsesOfEntry(newest, root)),
    { text: "the last run of changes", order: { name: "oops", root, turn: undefined } },
  ];
}

function oopsesOfEntry(entry: Entry, root: string): readonly Choice[] {
  const { turn, operation } = entry;
  if (turn !== undefined)
    return [{ text: `what ${turn} did`, order: { name: "oops", root, turn } }];
  if (operation === undefined || !canTakeBack(entry)) return [];
  const order = { name: "undo", root, kind: "undo", operation } as const;
  return [{ text: `what ${operation} did`, order }];
}

function restore(root: string, paths: readonly string[], at: string): ScreenOrder {
  return { name: "restore", root, paths, at, version: undefined, removes: paths.length > 0 };
}

function versionOf(root: string, path: string, version: string): ScreenOrder {
  return { name: "restore", root, paths: [path], at: undefined, version, removes: false };
}
