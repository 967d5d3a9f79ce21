import type { AbsPath, RelPath } from "@unf/core/base";
import type { Companion, Places, Refused } from "../settings/agent-settings.ts";
import type { HookProgram } from "../settings/hook-command.ts";
import { serverPart } from "./mcp-server.ts";

// A table may stand at the end of any TOML file, so ours is put there as lines of text, and all else stays as
// it is: an agent's settings have comments and an order.

const first = '# Put here by "unf hook install"';
const block =
  /(?:^|\r?\n)# Put here by "unf hook install"\r?\n\[mcp_servers\.unf\]\r?\ncommand = (".*")\r?\nargs = (\[.*\])\r?\n/;
/** A line behind it that belongs to the same table: somebody has added to it. */
const more = /^[^\S\r\n]*[^\s#[]/;
/** Other ways in which a file says something of a server that is called so, or of all servers in one value. */
const others: readonly RegExp[] = [
  /^[^\S\r\n]*\[[^\S\r\n]*mcp_servers[^\S\r\n]*\.[^\S\r\n]*(["']?)unf\1[^\S\r\n]*[\].]/m,
  /^[^\S\r\n]*(["']?)unf\1[^\S\r\n]*[=.]/m,
  /^[^\S\r\n]*mcp_servers[^\S\r\n]*[=.]/m,
];

/** The server of unf in a file of an agent that lists servers as tables `[mcp_servers.NAME]`. */
export function ownTomlServer(file: (places: Places) => AbsPath, projectFile: string): Companion {
  return {
    part: serverPart,
    file,
    projectFile: projectFile as RelPath,
    planInstall,
    planRepair: (text, program) =>
      readPrograms(text).some((named) => named !== undefined)
        ? planInstall(text, program)
        : { kind: "already" },
    planUninstall: (text) => {
      const found = findOwn(text);
      if (found === undefined) return { kind: "already" };
      if (found.isEdited) return edited;
      const rest = found.before + found.after;
      // A file that was there, if empty, has a line before the block.
      return { kind: "changed", text: rest === "" && found.isFirst ? undefined : rest };
    },
    readInstalled: (text = "") => {
      const found = findOwn(text);
      if (found !== undefined) return found.isEdited ? "foreign" : "installed";
      if (isTheirs(text)) return "installed";
      return others.some((one) => one.test(text)) ? "foreign" : "not";
    },
    readPrograms,
  };
}

function planInstall(
  text: string | undefined,
  program: HookProgram | undefined,
): ReturnType<Companion["planInstall"]> {
  if (text === undefined) return { kind: "changed", text: render(program, "\n") };
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const own = render(program, newline);
  const found = findOwn(text);
  if (found === undefined) {
    if (isTheirs(text)) return { kind: "already" };
    return others.some((one) => one.test(text))
      ? foreign
      : { kind: "changed", text: `${text}${newline}${own}` };
  }
  if (found.isEdited) return edited;
  const wanted = `${found.before}${found.lead}${own}${found.after}`;
  return wanted === text ? { kind: "already" } : { kind: "changed", text: wanted };
}

function render(program: HookProgram | undefined, newline: string): string {
  const [command, ...args] = program === undefined ? ["unf"] : [program.node, program.program];
  const words = [...args, "mcp"].map((word) => JSON.stringify(word)).join(", ");
  const lines = [`command = ${JSON.stringify(command)}`, `args = [${words}]`];
  return [first, "[mcp_servers.unf]", ...lines, ""].join(newline);
}

function findOwn(text: string) {
  const match = block.exec(text);
  if (match === null) return undefined;
  const [whole, command = "", args = ""] = match;
  const after = text.slice(match.index + whole.length);
  const lead = /^\r?\n/.exec(whole)?.[0] ?? "";
  return {
    before: text.slice(0, match.index),
    lead,
    after,
    isFirst: lead === "",
    words: readWords(command, args),
    isEdited: more.test(after) || readWords(command, args) === undefined,
  };
}

function readWords(command: string, args: string): readonly string[] | undefined {
  try {
    return [JSON.parse(command), ...JSON.parse(args)].map(String);
  } catch {
    // Written otherwise than we write it.
    return undefined;
  }
}

function readPrograms(text: string | undefined): readonly (HookProgram | undefined)[] {
  const words = findOwn(text ?? "")?.words;
  if (words === undefined) return [];
  const [node, program, ...rest] = words;
  const isNamed = node !== undefined && program !== undefined && rest.length === 1;
  return [isNamed ? { node, program } : undefined];
}

/** Somebody's own table that starts `unf mcp`, as the agent's own command writes it. */
function isTheirs(text: string): boolean {
  const table = /^\[mcp_servers\.unf\]\r?\n((?:(?!\[).*\r?\n?)*)/m.exec(text)?.[1] ?? "";
  return /["'](?:[^"'\n]*[/\\])?unf(?:\.\w+)?["']/.test(table) && /["']mcp["']/.test(table);
}

const foreign = refused(
  'it has another server called "unf", or lists all in one value; it is left',
);
const edited = refused("the server of unf was edited since unf wrote it; it is left");

function refused(why: string): Refused {
  return { kind: "refused", why };
}
