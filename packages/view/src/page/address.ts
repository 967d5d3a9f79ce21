import { decodeBase64, decodePath, encodeBase64, encodePath } from "@unf/core/base";
import { type EntryKind, type Instant, isEntryKind } from "../happenings/entry.ts";

const screens = ["now", "file", "tree", "deleted", "search", "safe"] as const;
export type Screen = (typeof screens)[number];

/** Which happenings are listed. */
export interface Filter {
  readonly since: Instant | null;
  readonly until: Instant | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly authors: readonly string[];
  readonly kinds: readonly EntryKind[];
  readonly text: string;
}

/** Everything that a copied link brings back. */
export interface PageState extends Filter {
  readonly screen: Screen;
  /** The root of the tab's project, or all of them. */
  readonly project: string | null;
  /** The happening that is open. */
  readonly open: string | null;
  /** When that one ended: where the list does not reach it, it is looked for there. */
  readonly openTo: Instant | null;
  /** A file, or the directory of a tree; the empty path is the project itself. */
  readonly path: string | null;
  readonly version: string | null;
  /** `now`, another version, `text` for no comparison but its text, or null for the version before. */
  readonly against: string | null;
  /** The instant of a tree. */
  readonly at: Instant | null;
  /** Words that are looked for in contents. */
  readonly find: string;
}

const startState: PageState = {
  screen: "now",
  project: null,
  since: null,
  until: null,
  include: [],
  exclude: [],
  authors: [],
  kinds: [],
  text: "",
  open: null,
  openTo: null,
  path: null,
  version: null,
  against: null,
  at: null,
  find: "",
};

/** A screen as it is opened by its name: the project and the filter stay. */
export function openScreen(screen: Screen): Partial<PageState> {
  const { open, openTo, path, version, against, at, find } = startState;
  return { screen, open, openTo, path, version, against, at, find };
}

const texts = ["text", "find"] as const;
const words = ["project", "open", "path", "version", "against"] as const;
const instants = ["since", "until", "at", "openTo"] as const;
const lists = ["include", "exclude", "authors"] as const;

/** The part of an address that begins with `?`; the empty text for the state at the start. */
export function renderAddress(state: PageState): string {
  const search: string[] = [];
  const put = (name: string, value: string) =>
    search.push(`${name}=${encodeURIComponent(value.toWellFormed())}`);
  if (state.screen !== "now") put("screen", state.screen);
  for (const name of [...words, ...instants]) {
    const value = state[name];
    const isUnmeant = name === "openTo" && state.open === null;
    if (value !== null && !isUnmeant) put(...fieldOf(name, value));
  }
  for (const name of [...lists, "kinds"] as const)
    for (const value of state[name]) put(name, value);
  for (const name of texts) if (state[name] !== "") put(name, state[name]);
  return search.length === 0 ? "" : `?${search.join("&")}`;
}

/** A path that is not UTF-8 stands there by its bytes. */
function fieldOf(name: string, value: string): [name: string, value: string] {
  const isExact = name !== "path" || value.isWellFormed();
  return isExact ? [name, value] : ["path_b64", encodeBase64(encodePath(value))];
}

/** The opposite. An address comes from anywhere: names that are unknown and times that are none count for nothing. */
export function parseAddress(search: string): PageState {
  const state: WritableState = { ...startState };
  for (const [name, value] of pairs(search)) put(state, name, value);
  return state;
}

type WritableState = { -readonly [K in keyof PageState]: PageState[K] };

function put(state: WritableState, name: string, value: string): void {
  if (name === "screen") state.screen = screens.find((screen) => screen === value) ?? "now";
  else if (name === "path_b64") state.path = exactPath(value);
  else if (name === "kinds" && isEntryKind(value)) state.kinds = withOne(state.kinds, value);
  else if (isOneOf(texts, name)) state[name] = value;
  else if (isOneOf(words, name)) state[name] = value;
  else if (isOneOf(lists, name)) state[name] = withOne(state[name], value);
  else if (isOneOf(instants, name) && instant.test(value)) state[name] = value;
}

function exactPath(base64: string): string | null {
  const bytes = decodeBase64(base64);
  return bytes === undefined ? null : decodePath(bytes);
}

const instant = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function withOne<T>(values: readonly T[], value: T): T[] {
  return [...new Set([...values, value])];
}

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}

function pairs(search: string): [name: string, value: string][] {
  return search
    .replace(/^\?/, "")
    .split("&")
    .flatMap((part) => {
      const at = part.indexOf("=");
      const value = at < 0 ? undefined : decode(part.slice(at + 1));
      return value === undefined ? [] : [[part.slice(0, at), value]];
    });
}

/** `undefined` for what was not encoded as an address is. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
