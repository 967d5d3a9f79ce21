import { escapeForDisplay } from "@unf/core/query";
import type { Entry, Group, Version } from "./entries.ts";
import type { ListLine } from "./layout.ts";
import type { ScreenOrder } from "./orders.ts";
import type { DetailLine, DetailRequest, Only, ScreenState, Source, Step } from "./state.ts";
import { remarkOf, signOf, textOfEntry } from "./words.ts";

/** The list is read again. */
export function askList(state: ScreenState): Step {
  const number = state.asked.list + 1;
  const { scope, only, source, limit } = state;
  return {
    state: { ...state, asked: { ...state.asked, list: number } },
    requests: [{ kind: "list", number, question: { scope, only, source, limit } }],
  };
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
  return { ...state, ...nowhere, entries: undefined, hasMore: false, source, only };
}

export function say(state: ScreenState, text: string, isFailure = false): ScreenState {
  return { ...state, message: { text, isFailure } };
}

function detailOf(state: ScreenState, { entry, key }: ListLine): DetailRequest {
  switch (entry.kind) {
    case "version":
      return detailOfVersion(state, entry, key);
    case "group":
      return detailOfGroup(entry, key, state.shows);
    case "deleted":
    case "hit": {
      const { root } = entry;
      const version = entry.kind === "hit" ? entry.version : entry.last;
      const line = entry.kind === "hit" ? entry.line : 1;
      if (version === null) return textDetail(key, ["its content is not kept any more"]);
      return { shows: "content", key: `${key} content`, root, version, line };
    }
    case "checkpoint":
      return textDetail(key, [textOfEntry(entry), `${entry.id}, ${entry.files} files`]);
    case "gap":
      return textDetail(key, [textOfEntry(entry), "Versions of this span may be missing."]);
  }
}

/** The file's version that lies so many steps from the line's own. */
function detailOfVersion(
  { shows, older, versions }: ScreenState,
  entry: Version,
  key: string,
): DetailRequest {
  const list = versions?.path === entry.path ? versions.list : [];
  const own = list.findIndex(({ id }) => id === entry.id);
  const shown = older === 0 || own === -1 ? entry : (list[own + older] ?? entry);
  const { root, id } = shown;
  const isGone = shown.event === "delete";
  return shows === "content" && !isGone
    ? { shows: "content", key: `${key} content ${id}`, root, version: id, line: 1 }
    : { shows: "diff", key: `${key} diff ${id}`, root, version: id };
}

/** A diff of more files is no help, and takes long: they are listed instead. */
const diffPathsMax = 100;

function detailOfGroup(group: Group, key: string, shows: ScreenState["shows"]): DetailRequest {
  const { root, from, at: to, files, versions } = group;
  const newest = versions[0]?.id ?? "";
  if (shows === "content" || files > diffPathsMax) {
    return textDetail(`${key} files ${newest}`, versions.slice(0, listedMax).map(fileLine));
  }
  const turn = group.turn?.id ?? (group.cause === "turn" ? versions[0]?.turn : undefined);
  if (turn) return { shows: "turn", key: `${key} turn ${newest}`, root, turn };
  const paths = [...new Set(versions.map(({ path }) => path))];
  return { shows: "span", key: `${key} span ${newest}`, root, from, to, paths };
}

const listedMax = 1000;

function fileLine(entry: Entry): string {
  return `${signOf(entry)} ${textOfEntry(entry)}  ${remarkOf(entry)}`.trimEnd();
}

function textDetail(key: string, texts: readonly string[]): DetailRequest {
  const lines = texts.map((text): DetailLine => ({ look: "plain", text: escapeForDisplay(text) }));
  return { shows: "text", key, lines };
}
