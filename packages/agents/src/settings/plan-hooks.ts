import type { Node } from "jsonc-parser";
import type { Installed, InstallPlan, Refused, UninstallPlan } from "./agent-settings.ts";
import { type HookProgram, isHookCommand, readHookProgram } from "./hook-command.ts";
import { commandsOf, findHookEntries, type HookEntry } from "./hook-entries.ts";
import {
  type JsonDocument,
  parseJson,
  propertiesOf,
  propertyValue,
  spanOf,
} from "./json-document.ts";
import { insertLast, removeChild, renderNewDocument, wasEmpty } from "./json-edit.ts";

/** An entry of an event: a command of its own, or a group of them. */
export type Entry = Readonly<Record<string, unknown>>;

/** The command of an entry, in the words of each shell. */
export interface HookCommands {
  readonly shell: string;
  readonly powerShell: string;
}

/** Our part of a settings file of this kind: `"hooks": { "<event>": [entry] }`. */
export interface HookShape {
  readonly events: readonly string[];
  /** The entry in the list of an event. */
  readonly entry: (event: string, commands: HookCommands) => Entry;
  /** Members of a new file beside `hooks`, such as a version. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** Adds the entries that are missing and corrects those with an older command. */
export function planHooks(
  shape: HookShape,
  given: string | undefined,
  commands: HookCommands,
): InstallPlan {
  if (given === undefined) {
    return { kind: "changed", text: `${renderNewDocument(wholeOf(shape, commands))}\n` };
  }
  const { mark, text } = splitMark(given);
  const parsed = parseJson(text);
  if (parsed.kind === "blank") {
    // One blank before it tells this file from one that did not exist.
    return {
      kind: "changed",
      text: `${mark}${text} ${renderNewDocument(wholeOf(shape, commands))}`,
    };
  }
  const added = addEntries(shape, text, commands);
  if (typeof added !== "string") return added;
  return added === text ? { kind: "already" } : { kind: "changed", text: mark + added };
}

/** Takes all our entries out again, and what only they needed. */
export function planNoHooks(shape: Pick<HookShape, "beside">, given: string): UninstallPlan {
  if (!isHookCommand(given)) return { kind: "already" };
  const { mark, text: before } = splitMark(given);
  const beside = Object.keys(shape.beside ?? {});
  let text = before;
  while (isHookCommand(text)) {
    const opened = openHooks(text);
    if (opened.kind === "refused") return opened;
    const entry = opened.hooks === undefined ? undefined : findHookEntries(opened.hooks).at(-1);
    if (entry === undefined) break;
    const rest = removeEntry(opened, entry, beside);
    if (rest === undefined) return { kind: "changed", text: undefined };
    text = rest;
  }
  return text === before ? { kind: "already" } : { kind: "changed", text: mark + text };
}

/** How many of the events have an entry of ours. */
export function readHooks(shape: HookShape, given: string | undefined): Installed {
  const opened = openHooks(splitMark(given ?? "").text);
  if (opened.kind === "refused" || opened.hooks === undefined) return "not";
  const found = new Set(findHookEntries(opened.hooks).map(nameOf));
  const present = shape.events.filter((event) => found.has(event));
  if (present.length === shape.events.length) return "installed";
  return found.size === 0 ? "not" : "partly";
}

/** Programs that our entries start. */
export function readHookPrograms(given: string | undefined): readonly (HookProgram | undefined)[] {
  const opened = openHooks(splitMark(given ?? "").text);
  if (opened.kind === "refused" || opened.hooks === undefined) return [];
  return findHookEntries(opened.hooks).flatMap(({ handler }) =>
    commandsOf(handler)
      .filter(({ name }) => name !== "powershell")
      .map(({ value }) => readHookProgram(value.value)),
  );
}

/** Where an entry of ours stands: in which group of its event, and where in that. Both count from 0. */
export interface HookPosition {
  readonly event: string;
  readonly group: number;
  readonly handler: number;
}

export function findHookPositions(given: string): readonly HookPosition[] {
  const opened = openHooks(splitMark(given).text);
  if (opened.kind === "refused" || opened.hooks === undefined) return [];
  return findHookEntries(opened.hooks).map((entry) => {
    const { handler, list } = entry;
    const groups = list.children ?? [];
    const group = groups.findIndex((one) => spanOf(one).end > handler.offset);
    const inner = propertyValue(propertiesOf(groups[group] ?? handler, "hooks")[0]);
    const at = inner?.children?.indexOf(handler) ?? 0;
    return { event: String(nameOf(entry)), group, handler: Math.max(0, at) };
  });
}

/** Corrects the entries that name a program, and leaves the others as they are. */
export function repairHooks(shape: HookShape, given: string, commands: HookCommands): InstallPlan {
  const { mark, text: before } = splitMark(given);
  let text = before;
  for (const event of shape.events) {
    const opened = openHooks(text);
    if (opened.kind === "refused") return opened;
    const { document, hooks } = opened;
    const entry = hooks && findHookEntries(hooks).find((one) => nameOf(one) === event);
    if (entry === undefined || !namesProgram(entry)) continue;
    text = correctCommand(document, entry, shape.entry(event, commands));
  }
  return text === before ? { kind: "already" } : { kind: "changed", text: mark + text };
}

function namesProgram({ handler }: HookEntry): boolean {
  return commandsOf(handler).some(({ value }) => readHookProgram(value.value) !== undefined);
}

function nameOf({ event }: HookEntry): unknown {
  return event.children?.[0]?.value;
}

interface Opened {
  readonly kind: "open";
  readonly document: JsonDocument;
  /** The property `hooks` of the root, and the object in it. */
  readonly property: Node | undefined;
  readonly hooks: Node | undefined;
}

function openHooks(text: string): Opened | Refused {
  const parsed = parseJson(text);
  if (parsed.kind !== "document") return refused("it is not valid JSON");
  const { document } = parsed;
  if (document.root.type !== "object") return refused("it is not a JSON object");
  const [property, second] = propertiesOf(document.root, "hooks");
  if (second !== undefined) return refused('it says "hooks" twice');
  const hooks = propertyValue(property);
  if (hooks !== undefined && hooks.type !== "object") return refused('its "hooks" is no object');
  return { kind: "open", document, property, hooks };
}

function addEntries(shape: HookShape, before: string, commands: HookCommands): string | Refused {
  let text = before;
  for (const event of shape.events) {
    const opened = openHooks(text);
    if (opened.kind === "refused") return opened;
    const { document, hooks } = opened;
    if (hooks === undefined) return addHooks(shape, document, commands);
    const added = addEvent({ document, hooks }, event, shape.entry(event, commands));
    if (typeof added !== "string") return added;
    text = added;
  }
  return text;
}

/** Adds `hooks` as a whole; to an empty object also what a new file has beside it. */
function addHooks(
  shape: HookShape,
  document: JsonDocument,
  commands: HookCommands,
): string | Refused {
  const isEmpty = document.root.children?.length === 0;
  let text = document.text;
  for (const [name, value] of Object.entries(wholeOf(shape, commands))) {
    if (name !== "hooks" && !isEmpty) continue;
    const opened = openHooks(text);
    if (opened.kind === "refused") return opened;
    text = insertLast(opened.document, opened.document.root, { name, value });
  }
  return text;
}

function addEvent(
  { document, hooks }: { readonly document: JsonDocument; readonly hooks: Node },
  event: string,
  entry: Entry,
): string | Refused {
  const [property, second] = propertiesOf(hooks, event);
  if (second !== undefined) return refused(`it says "${event}" twice`);
  const list = propertyValue(property);
  if (list === undefined) return insertLast(document, hooks, { name: event, value: [entry] });
  if (list.type !== "array") return refused(`its "${event}" is no list`);
  const present = findHookEntries(hooks).find((one) => one.event === property);
  if (present !== undefined) return correctCommand(document, present, entry);
  return insertLast(document, list, { value: entry });
}

/** Writes our command over what an earlier version of unf wrote there. */
function correctCommand({ text }: JsonDocument, { handler }: HookEntry, entry: Entry): string {
  const wanted = (entry.hooks as readonly Entry[] | undefined)?.[0] ?? entry;
  return commandsOf(handler)
    .filter(({ name, value }) => wanted[name] !== undefined && wanted[name] !== value.value)
    .sort((a, b) => b.value.offset - a.value.offset)
    .reduce((rest, { name, value }) => {
      const { start, end } = spanOf(value);
      return rest.slice(0, start) + JSON.stringify(wanted[name]) + rest.slice(end);
    }, text);
}

/** The text without one entry, or without the outermost thing that exists only for it. */
function removeEntry(
  { document, property, hooks }: Opened,
  { within, element, list, event }: HookEntry,
  beside: readonly string[],
): string | undefined {
  if (within !== list || !isMadeFor(document, list)) return removeChild(document, within, element);
  if (hooks === undefined || property === undefined) return document.text;
  if (!isMadeFor(document, hooks)) return removeChild(document, hooks, event);
  const { root } = document;
  const names = (root.children ?? []).map((one) => one.children?.[0]?.value);
  const whole = ["hooks", ...beside];
  const isWhole = names.length === whole.length && names.every((name, at) => name === whole[at]);
  if (names.length > 1 && !isWhole) return removeChild(document, root, property);
  const { text, comments } = document;
  const before = text.slice(0, root.offset);
  // A root that was there before us, or holds a comment of somebody, stays.
  if (wasEmpty(document, root) || comments.length > 0) return removeProperties(text, whole);
  return before.endsWith(" ") ? before.slice(0, -1) + text.slice(spanOf(root).end) : undefined;
}

/** Takes properties of the root away, the last one first: as they were added. */
function removeProperties(given: string, names: readonly string[]): string {
  return names.reduceRight((text, name) => {
    const opened = openHooks(text);
    if (opened.kind === "refused") return text;
    const { document } = opened;
    const [property] = propertiesOf(document.root, name);
    return property === undefined ? text : removeChild(document, document.root, property);
  }, given);
}

/** True when nothing else is in the container and it was not there, empty, before us. */
function isMadeFor(document: JsonDocument, container: Node): boolean {
  return container.children?.length === 1 && !wasEmpty(document, container);
}

function wholeOf(
  shape: HookShape,
  commands: HookCommands,
): { readonly hooks: Readonly<Record<string, readonly Entry[]>> } {
  const hooks = Object.fromEntries(
    shape.events.map((event) => [event, [shape.entry(event, commands)]]),
  );
  return { hooks, ...shape.beside };
}

/** A byte order mark stands before the JSON and is none of it. */
function splitMark(text: string): { readonly mark: string; readonly text: string } {
  return text.startsWith("\ufeff") ? { mark: "\ufeff", text: text.slice(1) } : { mark: "", text };
}

function refused(why: string): Refused {
  return { kind: "refused", why };
}
