import type { Node } from "jsonc-parser";
import { isHookCommand } from "./hook-command.ts";
import { propertiesOf, propertyValue } from "./json-document.ts";

/** One of our commands in a settings text, with everything around it. */
export interface HookEntry {
  /** The object that holds the command. */
  readonly handler: Node;
  /** Its property `"<event>": […]`, and the array in it. */
  readonly event: Node;
  readonly list: Node;
  /** The entry of the list that goes when it goes: the handler, or the group that held only it. */
  readonly element: Node;
  /** The array that holds `element`: `list`, or the one inside a group that others share. */
  readonly within: Node;
}

/** All our commands below `hooks`, in the order of the text. */
export function findHookEntries(hooks: Node): readonly HookEntry[] {
  return (hooks.children ?? []).flatMap((event) => {
    const list = propertyValue(event);
    if (list?.type !== "array") return [];
    return (list.children ?? []).flatMap((element) => entriesOf(event, list, element));
  });
}

function entriesOf(event: Node, list: Node, element: Node): readonly HookEntry[] {
  if (isOurs(element)) return [{ handler: element, event, list, element, within: list }];
  if (element.type !== "object") return [];
  const inner = propertyValue(propertiesOf(element, "hooks")[0]);
  if (inner?.type !== "array") return [];
  const handlers = inner.children ?? [];
  const isShared = handlers.length > 1;
  return handlers.filter(isOurs).map((handler) => ({
    handler,
    event,
    list,
    element: isShared ? handler : element,
    within: isShared ? inner : list,
  }));
}

function isOurs(node: Node): boolean {
  return node.type === "object" && commandsOf(node).some(({ value }) => isHookCommand(value.value));
}

/** The properties of a handler that hold a shell command. */
export function commandsOf(handler: Node): readonly { readonly name: string; value: Node }[] {
  return commandNames.flatMap((name) => {
    const value = propertyValue(propertiesOf(handler, name)[0]);
    return value?.type === "string" ? [{ name, value }] : [];
  });
}

const commandNames = ["command", "bash", "powershell"];
