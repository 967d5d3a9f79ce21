import type { AbsPath, RelPath } from "@unf/core/base";
import type { Node } from "jsonc-parser";
import type {
  Companion,
  Installed,
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

const [list, name] = ["mcpServers", "unf"] as const;

/** The server of unf in a file of an agent that lists servers as `{ "mcpServers": { … } }`. */
export function ownServer(file: (places: Places) => AbsPath, projectFile: string): Companion {
  return {
    part: "MCP server",
    file,
    projectFile: projectFile as RelPath,
    planInstall,
    planRepair: (text, program) =>
      readPrograms(text).some((named) => named !== undefined)
        ? planInstall(text, program)
        : { kind: "already" },
    planUninstall,
    readInstalled,
    readPrograms,
  };
}

function planInstall(given: string | undefined, program: HookProgram | undefined): InstallPlan {
  const entry = renderEntry(program);
  const whole = { [list]: { [name]: entry } };
  if (given === undefined) return { kind: "changed", text: `${renderNewDocument(whole)}\n` };
  const opened = open(given);
  if (opened.kind === "refused") return opened;
  const { document, servers, server } = opened;
  if (server === undefined) {
    const child =
      servers === undefined ? { name: list, value: whole[list] } : { name, value: entry };
    return { kind: "changed", text: insertLast(document, servers ?? document.root, child) };
  }
  const found = readEntry(given);
  // Somebody's own entry for the same program does the same.
  if (!isOwn(found)) return isServer(found) ? { kind: "already" } : foreign;
  if (JSON.stringify(found) === JSON.stringify(entry)) return { kind: "already" };
  const { offset, length } = propertyValue(server) ?? server;
  const text = given.slice(0, offset) + JSON.stringify(entry) + given.slice(offset + length);
  return { kind: "changed", text };
}

function planUninstall(given: string): UninstallPlan {
  const opened = open(given);
  // A file that cannot be read holds nothing that we could have put there.
  if (opened.kind === "refused" || !isOwn(readEntry(given))) return { kind: "already" };
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

function readInstalled(given: string | undefined): Installed | "foreign" {
  const found = given === undefined ? undefined : readEntry(given);
  if (found === undefined) return "not";
  return isOwn(found) || isServer(found) ? "installed" : "foreign";
}

function readPrograms(given: string | undefined): readonly (HookProgram | undefined)[] {
  const found = given === undefined ? undefined : readEntry(given);
  if (found === undefined || !isOwn(found)) return [];
  const { command, args } = found as { command?: unknown; args?: unknown };
  const program: unknown = Array.isArray(args) && args.length === 2 ? args[0] : undefined;
  const isNamed = typeof command === "string" && typeof program === "string";
  return [isNamed ? { node: command, program } : undefined];
}

function renderEntry(program: HookProgram | undefined) {
  const [command, ...args] = program === undefined ? ["unf"] : [program.node, program.program];
  return { command, args: [...args, "mcp"], env: mark };
}

function isOwn(entry: unknown): boolean {
  const { env } = (entry ?? {}) as { env?: { readonly UNF_ENTRY?: unknown } | null };
  return env?.UNF_ENTRY === mark.UNF_ENTRY;
}

/** Somebody's own entry that starts `unf mcp`. */
function isServer(entry: unknown): boolean {
  const { command, args } = (entry ?? {}) as { command?: unknown; args?: unknown };
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  return words.includes("mcp") && words.some((word) => /(?:^|[/\\])unf(?:\.\w+)?$/.test(word));
}

function readEntry(given: string): unknown {
  const value = readJsonValue(given) as { readonly mcpServers?: Record<string, unknown> | null };
  return value?.mcpServers?.[name];
}

interface Opened {
  readonly kind: "open";
  readonly document: JsonDocument;
  /** The property `mcpServers`, and the object in it. */
  readonly property: Node | undefined;
  readonly servers: Node | undefined;
  /** Our property in that. */
  readonly server: Node | undefined;
}

function open(given: string): Opened | Refused {
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
