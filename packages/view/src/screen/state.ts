import type { Entry } from "../happenings/entry.ts";
import type { FileVersion, Listing } from "./entries.ts";
import type { Choice, ScreenOrder } from "./orders.ts";
import type { PlanValue } from "./plan.ts";

export type Scope = "directory" | "project" | "session" | "all";

/** The history that the list is about. */
export type Source =
  | { readonly kind: "history" }
  | { readonly kind: "deleted" }
  | { readonly kind: "search"; readonly text: string };

/** A line of the pane beside the list. */
export interface DetailLine {
  readonly look: "heading" | "hunk" | "added" | "removed" | "plain" | "faint";
  readonly text: string;
}

/** The contents of the pane beside the list. */
export interface Detail {
  /** The line of the list that it is about, and how it is shown. */
  readonly key: string;
  readonly lines: readonly DetailLine[];
  readonly top: number;
}

/** A dialog that lies over the panes. */
export type Dialog =
  | { readonly kind: "keys"; readonly top: number }
  | { readonly kind: "input"; readonly asks: "filter" | "search"; readonly text: string }
  | {
      readonly kind: "input";
      readonly asks: "checkpoint";
      readonly text: string;
      readonly root: string;
    }
  | {
      readonly kind: "choice";
      readonly title: string;
      readonly choices: readonly Choice[];
      readonly at: number;
    }
  | {
      readonly kind: "plan";
      readonly order: ScreenOrder;
      /** `undefined` while it is made. */
      readonly plan: PlanValue | undefined;
      readonly top: number;
      /** The button that Enter presses. */
      readonly isYes: boolean;
      /** It was said yes to, and is being carried out. */
      readonly isUnderWay: boolean;
    };

/** Only the versions of an author, of a file, or of a session. */
export interface Only {
  readonly author?: { readonly word: string; readonly name: string } | undefined;
  readonly file?: { readonly root: string; readonly path: string } | undefined;
  readonly session?: string | undefined;
}

/** All that decides what is on the screen. */
export interface ScreenState {
  readonly columns: number;
  readonly rows: number;
  /** The project around the directory; `undefined` outside of all. */
  readonly root: string | undefined;
  /** A directory or file in it, absolute, that the narrowest scope is about. */
  readonly directory: string | undefined;
  readonly scope: Scope;
  readonly only: Only;
  readonly source: Source;
  /** `undefined` until they were read. */
  readonly entries: readonly Listing[] | undefined;
  /** Where older ones go on; `null`: these are all. */
  readonly next: string | null;
  /** They are only some of the newest, so that something is there at once: the rest is on its way. */
  readonly isPreview: boolean;
  /** Older ones were asked for, and have not come yet. */
  readonly isOlderAsked: boolean;
  /** How much was recorded when, of all that the list goes back to; `undefined` until it was counted. */
  readonly counted: Counted | undefined;
  readonly isCountAsked: boolean;
  /** Happenings of which more files were read than a page has, by their ids. */
  readonly whole: ReadonlyMap<string, Entry>;
  /** The one whose files are on their way. */
  readonly wholeAsked: string | undefined;
  /** Deleted files or found lines to read at most. */
  readonly limit: number;
  readonly filter: string;
  /** Keys of groups that show their files. */
  readonly open: ReadonlySet<string>;
  /** The line with the cursor, counted from 0, and the first in view. */
  readonly at: number;
  readonly top: number;
  readonly focus: "list" | "detail";
  readonly shows: "diff" | "content";
  /** How many versions older than the line's own the pane shows, of the file's `versions`. */
  readonly older: number;
  readonly versions: { readonly path: string; readonly list: readonly FileVersion[] } | undefined;
  readonly detail: Detail | undefined;
  readonly dialog: Dialog | undefined;
  /** The order that was done last, or why it could not be. */
  readonly message: { readonly text: string; readonly isFailure: boolean } | undefined;
  /** `undefined` until it is known; a text says why nothing is recorded. */
  readonly trouble: string | null | undefined;
  /** Why nothing may be changed from here. */
  readonly readOnly: string | undefined;
  /** Numbers of the newest question of each kind: answers to older ones come too late. */
  readonly asked: {
    readonly list: number;
    readonly older: number;
    readonly detail: number;
    readonly plan: number;
    readonly count: number;
    readonly whole: number;
  };
}

/** Something that happened from an instant to another. Unit: ms since 1970. */
export interface Activity {
  readonly from: number;
  readonly to: number;
  /** How much of it: 1 at least. */
  readonly weight: number;
}

/** A span of time, in parts that something happened in. Unit: ms since 1970. */
export interface Counted {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly Activity[];
}

/** Something the screen needs from outside. An answer carries the same number. */
export type Request =
  | { readonly kind: "list"; readonly number: number; readonly question: ListRequest }
  /** The page that comes after what is listed. */
  | { readonly kind: "older"; readonly number: number; readonly question: ListRequest }
  /** How much of it was recorded when, from the first version on. */
  | { readonly kind: "count"; readonly number: number; readonly question: ListRequest }
  | { readonly kind: "whole"; readonly number: number; readonly question: WholeRequest }
  | { readonly kind: "detail"; readonly number: number; readonly question: DetailRequest }
  | { readonly kind: "versions"; readonly root: string; readonly path: string }
  | { readonly kind: "plan"; readonly number: number; readonly order: ScreenOrder }
  | {
      readonly kind: "apply";
      readonly number: number;
      readonly order: ScreenOrder;
      readonly plan: string | undefined;
    }
  | { readonly kind: "suspend" }
  | { readonly kind: "redraw" }
  | { readonly kind: "quit" };

export interface ListRequest {
  readonly scope: Scope;
  readonly only: Only;
  readonly source: Source;
  readonly limit: number;
  /** The cursor of what happened before; `undefined`: the newest. */
  readonly before: string | undefined;
  /** Some of the newest are enough, if they come sooner. */
  readonly isPreview: boolean;
}

/** One happening of a list, with so many files at most. */
export interface WholeRequest {
  readonly list: ListRequest;
  readonly entry: Entry;
  readonly files: number;
}

export type DetailRequest =
  | { readonly shows: "text"; readonly key: string; readonly lines: readonly DetailLine[] }
  | {
      readonly shows: "diff";
      readonly key: string;
      readonly root: string;
      readonly version: string;
    }
  | { readonly shows: "turn"; readonly key: string; readonly root: string; readonly turn: string }
  | {
      readonly shows: "span";
      readonly key: string;
      readonly root: string;
      /** Words for instants. */
      readonly from: string;
      readonly to: string;
      readonly paths: readonly string[];
    }
  | {
      readonly shows: "content";
      readonly key: string;
      readonly root: string;
      readonly version: string;
      /** The line that is looked for, from 1 up; `undefined`: all of them. */
      readonly line: number | undefined;
    };

/** Something that has happened to the screen. */
export type ScreenEvent =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "paste"; readonly text: string }
  | { readonly kind: "size"; readonly columns: number; readonly rows: number }
  | {
      readonly kind: "listed" | "older";
      readonly number: number;
      readonly entries: readonly Listing[];
      readonly next: string | null;
    }
  | { readonly kind: "detailed"; readonly number: number; readonly detail: Detail }
  | { readonly kind: "counted"; readonly number: number; readonly counted: Counted }
  /** `undefined`: it has another name by now, for it has grown. */
  | { readonly kind: "whole"; readonly number: number; readonly entry: Entry | undefined }
  | { readonly kind: "versions"; readonly path: string; readonly list: readonly FileVersion[] }
  | { readonly kind: "planned"; readonly number: number; readonly plan: PlanValue }
  | {
      readonly kind: "done";
      readonly number: number;
      readonly order: ScreenOrder;
      readonly plan: PlanValue;
      readonly text: string;
    }
  | {
      readonly kind: "failed";
      readonly of: "list" | "older" | "count" | "whole" | "detail" | "plan";
      readonly number: number;
      readonly text: string;
    }
  /** New rows were recorded. */
  | { readonly kind: "news" }
  | { readonly kind: "recording"; readonly trouble: string | null };

/** The state that follows, and what is to be asked for. */
export interface Step {
  readonly state: ScreenState;
  readonly requests: readonly Request[];
}

/** A screen that has not read anything yet. */
export function openScreen(
  place: Pick<
    ScreenState,
    "columns" | "directory" | "only" | "readOnly" | "root" | "rows" | "scope"
  >,
): ScreenState {
  return {
    ...place,
    source: { kind: "history" },
    entries: undefined,
    next: null,
    isPreview: false,
    isOlderAsked: false,
    counted: undefined,
    isCountAsked: false,
    whole: new Map(),
    wholeAsked: undefined,
    limit: firstPage,
    filter: "",
    open: new Set(),
    at: 0,
    top: 0,
    focus: "list",
    shows: "diff",
    older: 0,
    versions: undefined,
    detail: undefined,
    dialog: undefined,
    message: undefined,
    trouble: undefined,
    asked: { list: 0, older: 0, detail: 0, plan: 0, count: 0, whole: 0 },
  };
}

/** Deleted files or found lines that are read first: more than any screen has lines. */
const firstPage = 300;
