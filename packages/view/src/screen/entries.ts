import type { Entry, EntryFile, Writer } from "../happenings/entry.ts";
import { keyOfEntry } from "../happenings/listed.ts";

/** A deleted file that can come back. Unit of instants here: ms since 1970. */
export interface Deleted {
  readonly kind: "deleted";
  readonly root: string;
  readonly path: string;
  readonly at: number;
  readonly author: Writer;
  /** The version that deleted it. */
  readonly deletion: string;
  readonly last: string | null;
}

/** A line that a search has found. */
export interface Hit {
  readonly kind: "hit";
  readonly root: string;
  readonly path: string;
  readonly at: number;
  readonly version: string;
  /** From 1 up. */
  readonly line: number;
  readonly text: string;
  readonly isLive: boolean;
}

/** Subject of a line of the list: something that happened, or what a search or the deleted files have. */
export type Listing = Entry | Deleted | Hit;

/** A line of the list: a listing, or a file of an entry that is open. */
export interface ListLine {
  readonly listing: Listing;
  readonly key: string;
  /** Below its entry. */
  readonly isInside: boolean;
  /** The one file that the line is about, where it is about one of an entry. */
  readonly file: EntryFile | undefined;
  /** Files of the entry that are not listed, where the line says only that. */
  readonly more: number | undefined;
}

/** A version of a file, as `[` and `]` step through them. */
export interface FileVersion {
  /** `v12` */
  readonly id: string;
  readonly path: string;
  readonly kind: EntryFile["kind"];
}

export function isHappening(listing: Listing): listing is Entry {
  return listing.kind !== "deleted" && listing.kind !== "hit";
}

/** Tells a listing from every other, also after the list was read again. */
export function keyOf(listing: Listing): string {
  switch (listing.kind) {
    case "deleted":
      return `${listing.root} ${listing.deletion}`;
    case "hit":
      return `${listing.root} ${listing.version} ${listing.line} ${listing.path}`;
    default:
      return keyOfEntry(listing);
  }
}

/** True of an entry whose line is about itself, and has its files below: it says more than their names. */
export function hasFiles({ kind, files }: Entry): boolean {
  if (kind === "checkpoint" || kind === "gap") return false;
  return kind !== "stretch" || files > 1;
}

/** The root of a listing's project. */
export function rootOf(listing: Listing): string {
  return isHappening(listing) ? listing.project.root : listing.root;
}

/** The newest instant of a listing. */
export function instantOf(listing: Listing): number {
  return isHappening(listing) ? Date.parse(listing.to) : listing.at;
}
