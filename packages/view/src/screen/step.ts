import { escapeForDisplay } from "@unf/core/query";
import type { Entry } from "../happenings/entry.ts";
import { takeFirstPage, takeOlderPage } from "../happenings/listed.ts";
import { isCountDue } from "./activity.ts";
import { stepDialog, stepPaste } from "./dialog.ts";
import { isHappening, type Listing } from "./entries.ts";
import { stepKey } from "./keys.ts";
import { layoutOf, scrollTo } from "./layout.ts";
import { linesOf } from "./lines.ts";
import { askCount, askDetail, askList, askOlder, say } from "./requests.ts";
import type { ScreenEvent, ScreenState, Step } from "./state.ts";

/** The screen after something has happened, and what it needs to know next. */
export function stepScreen(state: ScreenState, event: ScreenEvent): Step {
  switch (event.kind) {
    case "key":
      return settle(
        state.dialog === undefined ? stepKey(state, event.key) : stepDialog(state, event.key),
      );
    case "paste":
      return settle(stepPaste(state, event.text));
    case "size":
      return settle({
        state: { ...state, columns: event.columns, rows: event.rows },
        requests: [],
      });
    case "listed":
      if (event.number !== state.asked.list) return same(state);
      return settle(takeList(state, event));
    case "older":
      if (event.number !== state.asked.older) return same(state);
      return settle(takeOlder(state, event));
    case "detailed":
      if (event.number !== state.asked.detail) return same(state);
      return same({ ...state, detail: { ...event.detail, top: topOf(state, event.detail) } });
    case "counted":
      if (event.number !== state.asked.count) return same(state);
      return same({ ...state, counted: event.counted, isCountAsked: false });
    case "whole":
      if (event.number !== state.asked.whole) return same(state);
      return settle(takeWhole(state, event.entry));
    case "versions":
      return settle(same({ ...state, versions: { path: event.path, list: event.list } }));
    case "planned":
    case "done":
      return stepPlan(state, event);
    case "failed":
      return stepFailure(state, event);
    case "news":
      return state.source.kind === "history" ? askList(state) : same(state);
    case "recording":
      return same({ ...state, trouble: event.trouble });
  }
}

/** The first list of a screen. */
export function beginScreen(state: ScreenState): Step {
  return askList(state);
}

const same = (state: ScreenState): Step => ({ state, requests: [] });

type Listed = Extract<ScreenEvent, { kind: "listed" | "older" }>;

/** The cursor stays on the line that it was on, wherever that is now; at the top it sees what is new. */
function takeList(state: ScreenState, page: Listed): Step {
  const before = linesOf(state)[state.at]?.key;
  const { source } = state;
  const { entries, next } = freshList(state, page);
  // Older ones that are on their way go on behind what was listed.
  const isAnew = next !== state.next;
  const renewed: ScreenState = {
    ...state,
    ...{
      entries: withFiles(entries, state.whole),
      next,
      isOlderAsked: state.isOlderAsked && !isAnew,
    },
    isPreview: state.entries === undefined && source.kind === "history" && next !== null,
    asked: { ...state.asked, older: state.asked.older + (isAnew ? 1 : 0) },
  };
  const isAtTop = state.at === 0 && state.focus === "list";
  const at = linesOf(renewed).findIndex(({ key }) => key === before);
  const placed = { ...renewed, at: isAtTop ? 0 : at === -1 ? state.at : at };
  if (renewed.isPreview) return askList(placed);
  return isCountDue(placed) ? askCount(placed) : same(placed);
}

/** Pages of what happened are put together; whatever else is listed is read whole. */
function freshList({ entries, next, source, isPreview }: ScreenState, page: Listed) {
  if (entries === undefined || isPreview || source.kind !== "history") return page;
  const listed = { entries: entries.filter(isHappening), next };
  return takeFirstPage(listed, { ...page, entries: page.entries.filter(isHappening) });
}

function takeWhole(state: ScreenState, entry: Entry | undefined): Step {
  const read = { ...state, wholeAsked: undefined, message: undefined };
  if (entry === undefined) return askList(read);
  const whole = new Map(state.whole).set(entry.id, entry);
  return same({ ...read, whole, entries: withFiles(state.entries ?? [], whole) });
}

/** Happenings whose files were read stay whole when the list is read again, until they grow. */
function withFiles(
  entries: readonly Listing[],
  whole: ReadonlyMap<string, Entry>,
): readonly Listing[] {
  if (whole.size === 0) return entries;
  return entries.map((listing) => {
    const read = isHappening(listing) ? whole.get(listing.id) : undefined;
    return read === undefined || !isHappening(listing) ? listing : { ...listing, ...filesOf(read) };
  });
}

function filesOf({ from, files, added, removed, paths, more_paths }: Entry): Partial<Entry> {
  return { from, files, added, removed, paths, more_paths };
}

function takeOlder(state: ScreenState, page: Listed): Step {
  const listed = { entries: (state.entries ?? []).filter(isHappening), next: state.next };
  const older = { entries: page.entries.filter(isHappening), next: page.next };
  return same({ ...state, ...takeOlderPage(listed, older), isOlderAsked: false });
}

/** A pane that shows the same as before stays where it was. */
function topOf(
  { detail }: ScreenState,
  next: { readonly key: string; readonly top: number },
): number {
  return detail?.key === next.key && detail.lines.length > 0 ? detail.top : next.top;
}

function stepPlan(
  state: ScreenState,
  event: Extract<ScreenEvent, { kind: "planned" | "done" }>,
): Step {
  const { dialog } = state;
  // Somebody has left the plan meanwhile: what was done is told all the same.
  if (event.kind === "planned") {
    if (event.number !== state.asked.plan || dialog?.kind !== "plan") return same(state);
    return same({ ...state, dialog: { ...dialog, plan: event.plan } });
  }
  const isOver = dialog?.kind === "plan" && event.number === state.asked.plan;
  const next = isOver ? { ...state, dialog: undefined } : state;
  return askList(say(next, event.text));
}

function stepFailure(state: ScreenState, event: Extract<ScreenEvent, { kind: "failed" }>): Step {
  if (event.number !== state.asked[event.of]) return same(state);
  // Without the row of activity nothing is missing.
  if (event.of === "count") return same({ ...state, isCountAsked: false });
  if (event.of === "detail") return same(withDetail(state, event.text));
  const failed = say(state, event.text, true);
  if (event.of === "plan") return same({ ...failed, dialog: undefined });
  if (event.of === "list") return same({ ...failed, entries: state.entries ?? [] });
  if (event.of === "older") return same({ ...failed, isOlderAsked: false });
  if (event.of === "whole") return same({ ...failed, wholeAsked: undefined });
  return same(failed);
}

/** Why there is nothing to see stands where it would be. */
function withDetail(state: ScreenState, text: string): ScreenState {
  const { detail } = state;
  if (detail === undefined) return state;
  const line = { look: "removed", text: escapeForDisplay(text) } as const;
  return { ...state, detail: { ...detail, lines: [line] } };
}

/** Puts the cursor where a line is and the line in view, and asks for what the pane is to show. */
function settle({ state, requests }: Step): Step {
  const lines = linesOf(state);
  const at = Math.max(0, Math.min(state.at, lines.length - 1));
  const { list } = layoutOf(state);
  const last = Math.max(0, lines.length - Math.max(1, list.rows));
  const top = Math.min(scrollTo(at, state.top, Math.max(1, list.rows)), last);
  const settled = { ...state, at, top };
  const asked = askDetail(settled, lines[at]);
  const more = askMore(asked.state, lines.length);
  return { state: more.state, requests: [...requests, ...asked.requests, ...more.requests] };
}

/** The end of what was read comes into view: older ones are read. */
function askMore(state: ScreenState, lines: number): Step {
  const { entries, next, source, limit, isPreview } = state;
  const isNear = state.at + layoutOf(state).list.rows >= lines;
  if (!isNear || next === null || entries === undefined || entries.length >= entriesMax)
    return same(state);
  if (source.kind === "history")
    return isPreview || state.isOlderAsked ? same(state) : askOlder(state, next);
  return askList({ ...state, next: null, limit: Math.min(entriesMax, limit * 4) });
}

/** Older ones are found by a filter of the question: a file, an author, a search. */
const entriesMax = 5000;
