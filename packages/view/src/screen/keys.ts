import { hasFiles, isHappening, type ListLine, rootOf } from "./entries.ts";
import { frameRows, layoutOf } from "./layout.ts";
import { linesOf } from "./lines.ts";
import { type Choice, oopsesOf, restoresOf } from "./orders.ts";
import { askList, askPlan, askWhole, begunAnew, say } from "./requests.ts";
import type { Only, Scope, ScreenState, Step } from "./state.ts";

/** The effect of a key where no dialog is open. */
export function stepKey(state: ScreenState, key: string): Step {
  const quiet = state.message === undefined ? state : { ...state, message: undefined };
  return (
    (state.focus === "detail" ? inDetail(quiet, key) : inList(quiet, key)) ?? anywhere(quiet, key)
  );
}

const same = (state: ScreenState): Step => ({ state, requests: [] });

function inList(state: ScreenState, key: string): Step | undefined {
  const lines = linesOf(state);
  const at = moved(key, state.at, lines.length, layoutOf(state).list.rows);
  if (at !== undefined) return same({ ...state, at, older: 0 });
  if (key === "enter" || key === "right" || key === "l") return open(state, lines[state.at]);
  if (key === "escape") return back(state);
  if (key === "left" || key === "h") return same(close(state, lines));
  return undefined;
}

function inDetail(state: ScreenState, key: string): Step | undefined {
  if (key === "escape" || key === "left" || key === "h") return same({ ...state, focus: "list" });
  const { detail } = state;
  const rows = layoutOf(state).detail.rows;
  const length = Math.max(1, (detail?.lines.length ?? 0) - rows + 1);
  const top = moved(key, detail?.top ?? 0, length, rows);
  if (top === undefined) return undefined;
  return same(detail === undefined ? state : { ...state, detail: { ...detail, top } });
}

/** Where the cursor is after a key that moves it, from 0 up. */
export function moved(key: string, at: number, length: number, rows: number): number | undefined {
  const page = Math.max(1, rows - 1);
  const to = {
    j: at + 1,
    down: at + 1,
    k: at - 1,
    up: at - 1,
    g: 0,
    home: 0,
    G: length - 1,
    end: length - 1,
    pagedown: at + page,
    "ctrl-f": at + page,
    pageup: at - page,
    "ctrl-b": at - page,
    "ctrl-d": at + Math.ceil(page / 2),
    "ctrl-u": at - Math.ceil(page / 2),
  }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(to, length - 1));
}

function open(state: ScreenState, line: ListLine | undefined): Step {
  if (line === undefined) return same(state);
  const { listing, key, isInside, more } = line;
  if (more !== undefined && isHappening(listing)) return askWhole(state, listing);
  const canOpen = !isInside && isHappening(listing) && hasFiles(listing);
  if (!canOpen) return same({ ...state, focus: "detail" });
  const opened = new Set(state.open);
  if (!opened.delete(key)) opened.add(key);
  return same({ ...state, open: opened });
}

/** Closes the entry that the line is a file of, and goes to it. */
function close(state: ScreenState, lines: readonly ListLine[]): ScreenState {
  const listing = lines[state.at]?.listing;
  const at = lines.findIndex((line) => line.listing === listing && !line.isInside);
  const own = lines[at];
  if (own === undefined) return state;
  const opened = new Set(state.open);
  opened.delete(own.key);
  return { ...state, open: opened, at };
}

/** Drops the filter, then what the list is narrowed to. */
function back(state: ScreenState): Step {
  if (state.filter !== "") return same({ ...state, filter: "", at: 0 });
  const isWhole = Object.keys(state.only).length === 0 && state.source.kind === "history";
  return isWhole ? same(state) : askList(begunAnew(state, { kind: "history" }, {}));
}

function anywhere(state: ScreenState, key: string): Step {
  const line = linesOf(state)[state.at];
  switch (key) {
    case "q":
    case "ctrl-c":
      return { state, requests: [{ kind: "quit" }] };
    case "ctrl-z":
      return { state, requests: [{ kind: "suspend" }] };
    case "ctrl-l":
      return { state, requests: [{ kind: "redraw" }] };
    case "?":
      return same({ ...state, dialog: { kind: "keys", top: 0 } });
    case "/":
      return same({
        ...state,
        focus: "list",
        dialog: { kind: "input", asks: "filter", text: state.filter },
      });
    case "s":
      return same({ ...state, dialog: { kind: "input", asks: "search", text: "" } });
    case "tab":
      return nextScope(state, line);
    case "space":
      return same({ ...state, shows: state.shows === "diff" ? "content" : "diff" });
    case "[":
    case "]":
      return shift(state, line, key === "[" ? 1 : -1);
    default:
      return narrow(state, key, line) ?? change(state, key, line);
  }
}

function narrow(state: ScreenState, key: string, line: ListLine | undefined): Step | undefined {
  switch (key) {
    case "d": {
      const isDeleted = state.source.kind === "deleted";
      return askList(begunAnew(state, { kind: isDeleted ? "history" : "deleted" }, {}));
    }
    case "a": {
      if (state.only.author !== undefined)
        return askList(begunAnew(state, state.source, without(state.only, "author")));
      const author = authorOf(line);
      if (author === undefined) return same(say(state, "nobody knows who wrote this", true));
      return askList(begunAnew(state, { kind: "history" }, { ...state.only, author }));
    }
    case "f": {
      if (state.only.file !== undefined)
        return askList(begunAnew(state, state.source, without(state.only, "file")));
      const file = placeOf(line);
      if (file === undefined) return same(say(state, "this is not one file: open it first", true));
      return askList(begunAnew(state, { kind: "history" }, { ...state.only, file }));
    }
    default:
      return undefined;
  }
}

function change(state: ScreenState, key: string, line: ListLine | undefined): Step {
  const root = line === undefined ? state.root : rootOf(line.listing);
  if (!["r", "o", "u", "R", "c"].includes(key)) return same(state);
  if (state.readOnly !== undefined) return same(say(state, state.readOnly, true));
  if (root === undefined) return same(say(state, "there is no project here", true));
  switch (key) {
    case "r":
      if (line === undefined) return same(say(state, "there is nothing to restore", true));
      return same(choose(state, "Restore", restoresOf(line)));
    case "o":
      return same(choose(state, "Take back", oopsesOf(line, root, state.entries ?? [])));
    case "c":
      return same({ ...state, dialog: { kind: "input", asks: "checkpoint", text: "", root } });
    default:
      return askPlan(state, {
        name: "undo",
        root,
        kind: key === "u" ? "undo" : "redo",
        operation: undefined,
      });
  }
}

function choose(state: ScreenState, title: string, choices: readonly Choice[]): ScreenState {
  return { ...state, dialog: { kind: "choice", title, choices, at: 0 } };
}

const scopes: readonly Scope[] = ["directory", "project", "session", "all"];

function nextScope(state: ScreenState, line: ListLine | undefined): Step {
  const session = sessionOf(line);
  const isThere = (scope: Scope): boolean => {
    if (scope === "session") return session !== undefined;
    if (scope === "directory") return state.directory !== undefined;
    return scope === "all" || state.root !== undefined;
  };
  const from = scopes.indexOf(state.scope);
  const next = [1, 2, 3, 4]
    .map((step) => scopes[(from + step) % scopes.length] ?? "all")
    .find(isThere);
  const scope = next ?? "all";
  const only: Only = {
    ...without(state.only, "session"),
    ...(scope === "session" ? { session } : {}),
  };
  return askList({ ...begunAnew(state, state.source, only), scope });
}

function shift(state: ScreenState, line: ListLine | undefined, by: number): Step {
  const place = placeOf(line);
  const file = line?.file;
  if (place === undefined || file === undefined)
    return same(say(state, "this is not one file: open it first", true));
  const older = state.older + by;
  if (state.versions?.path !== place.path) {
    return { state: { ...state, older }, requests: [{ kind: "versions", ...place }] };
  }
  const own = state.versions.list.findIndex(({ id }) => id === file.version);
  if (state.versions.list[own + older] === undefined) {
    return same(say(state, by > 0 ? "there is no older version" : "there is no newer version"));
  }
  return same({ ...state, older });
}

function without(only: Only, name: keyof Only): Only {
  return { ...only, [name]: undefined };
}

/** The one file that a line is about. */
function placeOf(line: ListLine | undefined): Only["file"] {
  if (line === undefined) return undefined;
  const { listing, file } = line;
  const path = isHappening(listing) ? file?.path : listing.path;
  return path === undefined ? undefined : { root: rootOf(listing), path };
}

function authorOf(line: ListLine | undefined): Only["author"] {
  if (line === undefined || line.listing.kind === "hit") return undefined;
  const { author } = line.listing;
  if (author === null) return undefined;
  if (author.type === "human") return { word: "human", name: "you" };
  const { name } = author;
  return author.type === "agent" && name !== null ? { word: name, name } : undefined;
}

function sessionOf(line: ListLine | undefined): string | undefined {
  return line !== undefined && isHappening(line.listing) ? line.listing.session : undefined;
}

/** Rows of a dialog's text on a screen of so many. */
export function dialogRows(rows: number): number {
  return Math.max(1, rows - frameRows - 2);
}
