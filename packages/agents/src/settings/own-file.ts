import { parseJson } from "@unf/core/base";
import type { Installed, InstallPlan, UninstallPlan } from "./agent-settings.ts";
import { type HookProgram, programWords } from "./hook-command.ts";

// A file that is ours as a whole: a plugin or an extension. It says so itself.
const ownWords = 'Put here by "unf hook install"';

/** The line in which it names what it starts: the words of a command, the first is a file. */
export function renderOwnProgram(named: HookProgram | undefined): string {
  const words = named === undefined ? ["unf"] : programWords(named);
  return `const command = ${JSON.stringify(words)};`;
}

/** Writes our file, or brings an older one of ours up to date. */
export function planOwnFile(wanted: string, text: string | undefined): InstallPlan {
  if (text === wanted) return { kind: "already" };
  if (text !== undefined && !isOwn(text)) {
    return { kind: "refused", why: "there is a file of this name that unf did not write" };
  }
  return { kind: "changed", text: wanted };
}

/** Writes our file anew where it names a program. */
export function repairOwnFile(
  render: (program: HookProgram | undefined) => string,
  text: string,
  program: HookProgram,
): InstallPlan {
  const isNamed = readOwnProgram(text).some((named) => named !== undefined);
  return isNamed ? planOwnFile(render(program), text) : { kind: "already" };
}

/** Removes our file; anybody else's stays. */
export function planNoOwnFile(text: string): UninstallPlan {
  return isOwn(text) ? { kind: "changed", text: undefined } : { kind: "already" };
}

/** Whether our file is there, and as this unf writes it. */
export function readOwnFile(
  render: (program: HookProgram | undefined) => string,
  text: string | undefined,
): Installed {
  if (text === undefined || !isOwn(text)) return "not";
  return text === render(readOwnProgram(text)[0]) ? "installed" : "partly";
}

/** Programs that our file starts; none where there is no file of ours. */
export function readOwnProgram(text: string | undefined): readonly (HookProgram | undefined)[] {
  if (text === undefined || !isOwn(text)) return [];
  const [, list = ""] = /^const command = (\[.*\]);$/m.exec(text) ?? [];
  const words = parseJson(list);
  if (!Array.isArray(words) || words.length > 2) return [undefined];
  const [node, program = node] = words;
  if (typeof node !== "string" || typeof program !== "string" || node === "unf") return [undefined];
  return [{ node, program }];
}

function isOwn(text: string): boolean {
  return text.includes(ownWords);
}
