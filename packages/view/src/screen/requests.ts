import { escapeForDisplay } from "@unf/core/query";
import type { Entry, EntryFile } from "../happenings/entry.ts";
import { justBefore } from "../happenings/way-back.ts";
import { hasFiles, isHappening, type ListLine } from "./entries.ts";
import type { ScreenOrder } from "./orders.ts";
import type {
  DetailLine,
  DetailRequest,
  ListRequest,
  Only,
  ScreenState,
  Source,
  Step,
} from "./state.ts";
import { textOfFile, textOfLine } from "./words.ts";

/** The list is read again, from the newest on. */
export function askList(state: ScreenState): Step {
  const number = state.asked.list + 1;
  return {
    state: { ...state, asked: { ...state.asked, list: number } },
    requests: [{ kind: "list", number, question: questionOf(state, undefined) }],
  };
}

/** The page that comes after what is listed. */
export function askOlder(state: ScreenState, before: string): Step {
  const number = state.asked.older + 1;
  return {
    state: { ...state, isOlderAsked: true, asked: { ...state.asked, older: number } },
    requests: [{ kind: "older", number, question: questionOf(state, before) }],
  };
}

/** All versions that the list goes back to are counted. */
export function askCount(state: ScreenState): Step {
  const number = state.asked.count + 1;
  return {
    state: { ...state, isCountAsked: true, asked: { ...state.asked, count: number } },
    requests: [{ kind: "count", number, question: questionOf(state, undefined) }],
  };
}

/** More files of a happening are read: each time several times as many. */
export function askWhole(state: ScreenState, entry: Entry): Step {
  if (state.wholeAsked !== undefined) return { state, requests: [] };
  const number = state.asked.whole + 1;
  const files = Math.max(500, entry.paths.length * 4);
  const list = questionOf(state, undefined);
  return {
    state: {
      ...say(state, `reading the files of ${entry.title}...`),
      wholeAsked: entry.id,
      asked: { ...state.asked, whole: number },
    },
    requests: [{ kind: "whole", number, question: { list, entry, files } }],
  };
}

function questionOf(
  { scope, only, source, limit, entries }: ScreenState,
  before: string | undefined,
): ListRequest {
  return { scope, only, source, limit, before, isPreview: entries === undefined };
}

/** The pane is to show the line, if it shows another. */
export function askDetail(state: ScreenState, line: ListLine | undefined): Step {
  if (line === undefined) return { state: { ...state, detail: undefined }, requests: [] };
  const question = detailOf(state, line);
  if (state.detail?.key === question.key) return { state, requests: [] };
  const number = state.asked.detail + 1;
  return {
    // The text that stands there is of another line: it goes at once, whatever the answer takes.
    state: {
      ...state,
      asked: { ...state.asked, detail: number },
      detail: { key: question.key, lines: [], top: 0 },
    },
    requests: [{ kind: "detail", number, question }],
  };
}

/** A plan is made, and shown. */
export function askPlan(state: ScreenState, order: ScreenOrder): Step {
  if (state.readOnly !== undefined)
    return { state: say(state, state.readOnly, true), requests: [] };
  const number = state.asked.plan + 1;
  return {
    state: {
      ...state,
      asked: { ...state.asked, plan: number },
      message: undefined,
      dialog: { kind: "plan", order, plan: undefined, top: 0, isYes: false, isUnderWay: false },
    },
    requests: [{ kind: "plan", number, order }],
  };
}

/** The list of something else: from its beginning, with nothing of what was there. */
export function begunAnew(state: ScreenState, source: Source, only: Only): ScreenState {
  const nowhere = { at: 0, top: 0, older: 0, filter: "", focus: "list" } as const;
  // Answers on their way are about something else.
  const { list, older, count, whole } = state.asked;
  const next = { list: list + 1, older: older + 1, count: count + 1, whole: whole + 1 };
  const asked = { ...state.asked, ...next };
  const unread = { entries: undefined, next: null, isPreview: false, isOlderAsked: false } as const;
  const uncounted = { counted: undefined, isCountAsked: false } as const;
  const none = { ...unread, ...uncounted, whole: new Map(), wholeAsked: undefined } as const;
  // A session is a scope only as long as the list is narrowed to it.
  const isLeft = state.scope === "session" && only.session === undefined;
  const around = state.root === undefined ? "all" : "project";
  const scope = isLeft ? around : state.scope;
  return { ...state, ...nowhere, ...none, asked, source, only, scope };
}

export function say(state: ScreenState, text: string, isFailure = false): ScreenState {
  return { ...state, message: { text, isFailure } };
}

function detailOf(state: ScreenState, line: ListLine): DetailRequest {
  const { listing, key, file, isInside } = line;
  if (!isHappening(listing)) {
    const { root } = listing;
    const version = listing.kind === "hit" ? listing.version : listing.last;
    const from = listing.kind === "hit" ? listing.line : undefined;
    if (version === null) return textDetail(key, ["its content is not kept any more"]);
    return { shows: "content", key: `${key} content`, root, version, line: from };
  }
  if (listing.kind === "checkpoint")
    return textDetail(key, [textOfLine(line), `${listing.id}: r goes back to it`]);
  if (listing.kind === "gap")
    return textDetail(key, [textOfLine(line), "Versions of this span may be missing."]);
  const isOwn = isInside || !hasFiles(listing) || state.older !== 0;
  if (file !== undefined && isOwn) return detailOfFile(state, { entry: listing, file, key });
  return detailOfEntry(listing, key, state.shows);
}

interface PlacedFile {
  readonly entry: Entry;
  readonly file: EntryFile;
  readonly key: string;
}

/** The difference that the entry made to the file, or that of the version so many steps from it. */
function detailOfFile(
  { shows, older, versions }: ScreenState,
  { entry, file, key }: PlacedFile,
): DetailRequest {
  const { root } = entry.project;
  const list = versions?.path === file.path ? versions.list : [];
  const own = list.findIndex(({ id }) => id === file.version);
  const stepped = older === 0 || own === -1 ? undefined : list[own + older];
  const { id, kind } = stepped ?? { id: file.version, kind: file.kind };
  if (shows === "content" && kind !== "delete")
    return { shows: "content", key: `${key} content ${id}`, root, version: id, line: undefined };
  const isOneVersion = stepped !== undefined || entry.from === entry.to;
  // A rename is seen from the name before.
  if (isOneVersion || kind === "rename")
    return { shows: "diff", key: `${key} diff ${id}`, root, version: id };
  const from = file.before ?? justBefore(entry.from);
  return { shows: "span", key: `${key} span ${id}`, root, from, to: id, paths: [file.path] };
}

function detailOfEntry(entry: Entry, key: string, shows: ScreenState["shows"]): DetailRequest {
  const { id, kind, project, from, to, turn, files, paths, more_paths: more = 0 } = entry;
  const { root } = project;
  if (turn !== undefined && shows === "diff" && files <= diffFilesMax)
    return { shows: "turn", key: `${key} turn ${id}`, root, turn };
  // A difference of all that was there is no help, and one of some of the files would be half of it.
  if (shows === "content" || kind === "baseline" || more > 0 || paths.length > diffFilesMax)
    return textDetail(`${key} files ${id}`, [
      ...paths.map(textOfFile),
      ...(more > 0 ? [`and ${more} more`] : []),
    ]);
  const all = paths.map(({ path }) => path);
  return { shows: "span", key: `${key} span ${id}`, root, from: justBefore(from), to, paths: all };
}

/** A difference of more files is no help, and takes long: they are listed instead. */
const diffFilesMax = 100;

function textDetail(key: string, texts: readonly string[]): DetailRequest {
  const lines = texts.map((text): DetailLine => ({ look: "plain", text: escapeForDisplay(text) }));
  return { shows: "text", key, lines };
}
