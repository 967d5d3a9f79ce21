import type { AbsPath, RelPath } from "@unf/core/base";
import type { Node } from "jsonc-parser";
import type {
  Companion,
  InstallPlan,
  Places,
  Refused,
  UninstallPlan,
} from "../settings/agent-settings.ts";
import type { HookProgram } from "../settings/hook-command.ts";
import {
  type JsonDocument,
  parseJson,
  propertiesOf,
  propertyValue,
  readJsonValue,
} from "../settings/json-document.ts";
import { insertLast, removeChild, renderNewDocument, wasEmpty } from "../settings/json-edit.ts";

/** An entry that this program wrote says so in its environment, where no agent minds it. */
const mark = { UNF_ENTRY: "put here by unf hook install" };

const name = "unf";

/** How an agent lists its servers in a JSON file. */
export interface ServerList {
  /** The name of the list: `mcpServers` unless it says otherwise. */
  readonly list?: string;
  /** The entry of a server that these words start, with these variables. */
  readonly entry?: (words: Words, variables: typeof mark) => object;
}

/** The program, and the words behind it. */
type Words = readonly [program: string, ...args: string[]];

/** The server of unf in a file of an agent's. `projectFile`: left out where a project has none that is known. */
export function ownServer(
  file: (places: Places) => AbsPath,
  projectFile: string | undefined,
  list: ServerList = {},
): Companion {
  return {
    part: serverPart,
    file,
    projectFile: projectFile as RelPath | undefined,
    ...serverIn(list),
  };
}

export const serverPart = "MCP server";

/** The entry of unf in the text of such a file. */
export function serverIn({
  list = "mcpServers",
  entry: render = ([command, ...args], env) => ({ command, args, env }),
}: ServerList): Pick<
  Companion,
  "planInstall" | "planRepair" | "planUninstall" | "readInstalled" | "readPrograms"
> {
  const readPrograms = (given: string | undefined) => programsOf(readEntry(given, list));
  const planInstall: Companion["planInstall"] = (text, program) =>
    behindMark(text, (rest) => planEntry(rest, list, render(wordsOf(program), mark)));
  return {
    planInstall,
    planRepair: (text, program) =>
      readPrograms(text).some((named) => named !== undefined)
        ? planInstall(text, program)
        : { kind: "already" },
    planUninstall: (text) => behindMark(text, (rest) => planNoEntry(rest ?? "", list)),
    readInstalled: (text) => {
      const found = readEntry(text, list);
      if (found === undefined) return "not";
      return isOwn(found) || isServer(found) ? "installed" : "foreign";
    },
    readPrograms,
  };
}

/** Plans for the text behind a byte order mark, which stays. */
function behindMark<P extends InstallPlan | UninstallPlan>(
  given: string | undefined,
  plan: (rest: string | undefined) => P,
): P {
  if (given?.startsWith(byteOrderMark) !== true) return plan(given);
  const planned = plan(given.slice(byteOrderMark.length));
  return planned.kind === "changed"
    ? { ...planned, text: `${byteOrderMark}${planned.text ?? ""}` }
    : planned;
}

const byteOrderMark = "\ufeff";

function wordsOf(program: HookProgram | undefined): Words {
  return program === undefined ? ["unf", "mcp"] : [program.node, program.program, "mcp"];
}

function planEntry(given: string | undefined, list: string, entry: object): InstallPlan {
  const whole = { [list]: { [name]: entry } };
  if (given === undefined) return { kind: "changed", text: `${renderNewDocument(whole)}\n` };
  const opened = open(given, list);
  if (opened.kind === "refused") return opened;
  const { document, servers, server } = opened;
  if (server === undefined) {
    const child =
      servers === undefined ? { name: list, value: whole[list] } : { name, value: entry };
    return { kind: "changed", text: insertLast(document, servers ?? document.root, child) };
  }
  const found = readEntry(given, list);
  // Somebody's own entry for the same program does the same.
  if (!isOwn(found)) return isServer(found) ? { kind: "already" } : foreign;
  if (JSON.stringify(found) === JSON.stringify(entry)) return { kind: "already" };
  const { offset, length } = propertyValue(server) ?? server;
  const text = given.slice(0, offset) + JSON.stringify(entry) + given.slice(offset + length);
  return { kind: "changed", text };
}

function planNoEntry(given: string, list: string): UninstallPlan {
  const opened = open(given, list);
  // A file that cannot be read holds nothing that we could have put there.
  if (opened.kind === "refused" || !isOwn(readEntry(given, list))) return { kind: "already" };
  const { document, property, servers, server } = opened;
  if (servers === undefined || server === undefined || property === undefined)
    return { kind: "already" };
  const { root } = document;
  if (servers.children?.length !== 1 || wasEmpty(document, servers))
    return { kind: "changed", text: removeChild(document, servers, server) };
  const isAll = root.children?.length === 1 && !wasEmpty(document, root);
  if (isAll && document.comments.length === 0) return { kind: "changed", text: undefined };
  return { kind: "changed", text: removeChild(document, root, property) };
}

/** `undefined` in the list: one that `PATH` finds. */
function programsOf(entry: unknown): readonly (HookProgram | undefined)[] {
  if (!isOwn(entry)) return [];
  const [node, program, ...rest] = wordsIn(entry);
  const isNamed = node !== undefined && program !== undefined && rest.length === 1;
  return [isNamed ? { node, program } : undefined];
}

/** The words that an entry starts, in a list of its own or all in one. */
function wordsIn(entry: unknown): readonly string[] {
  const { command, args } = (entry ?? {}) as { command?: unknown; args?: unknown };
  return [command, args].flat().filter((word) => typeof word === "string");
}

function isOwn(entry: unknown): boolean {
  const { env, environment } = (entry ?? {}) as Record<string, unknown>;
  const variables = (env ?? environment ?? {}) as { readonly UNF_ENTRY?: unknown };
  return variables.UNF_ENTRY === mark.UNF_ENTRY;
}

/** Somebody's own entry that starts `unf mcp`. */
function isServer(entry: unknown): boolean {
  const words = wordsIn(entry);
  return words.includes("mcp") && words.some((word) => /(?:^|[/\\])unf(?:\.\w+)?$/.test(word));
}

function readEntry(given: string | undefined, list: string): unknown {
  const value = given === undefined ? undefined : readJsonValue(given);
  const servers = (value as Record<string, unknown> | null | undefined)?.[list];
  return (servers as Record<string, unknown> | null | undefined)?.[name];
}

interface Opened {
  readonly kind: "open";
  readonly document: JsonDocument;
  /** The property with the list, and the object in it. */
  readonly property: Node | undefined;
  readonly servers: Node | undefined;
  /** Our property in that. */
  readonly server: Node | undefined;
}

function open(given: string, list: string): Opened | Refused {
  const parsed = parseJson(given);
  if (parsed.kind !== "document") return refused("it is not valid JSON");
  const { document } = parsed;
  if (document.root.type !== "object") return refused("it is not a JSON object");
  const [property, second] = propertiesOf(document.root, list);
  if (second !== undefined) return refused(`it says "${list}" twice`);
  const servers = propertyValue(property);
  if (servers !== undefined && servers.type !== "object")
    return refused(`its "${list}" is no object`);
  const [server] = servers === undefined ? [] : propertiesOf(servers, name);
  return { kind: "open", document, property, servers, server };
}

const foreign = refused(`it has another server called "${name}"; it is left`);

function refused(why: string): Refused {
  return { kind: "refused", why };
}
