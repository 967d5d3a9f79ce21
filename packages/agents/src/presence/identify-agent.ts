import type { ProgramFacts } from "@unf/core/ports";
import { packageOf, packages, programs } from "./programs.ts";

/** Programs that run others: they say nothing, their script does. A shell waits for what it runs. */
const interpreters = /^(node|nodejs|bun|deno|python[0-9.]*)$/;

/** Where the installers of Claude Code and Cursor put the program of each version, whatever its name. */
const versions = /\/(claude|cursor-agent)\/versions\//;

/** Names that many programs have, of other people as well: they do not do without their package. */
const common: ReadonlySet<string> = new Set(["amp", "copilot", "goose", "pi"]);

/**
 * The agent whose program a process runs, by the file that the system runs or, of an interpreter, by its
 * script; a name in its arguments says nothing. Of an interpreter that has given itself another command
 * line, as Claude Code and pi do, by that.
 */
export function identifyAgent({ executable, command, resolve }: ProgramFacts): string | undefined {
  // Replaced by an upgrade while it runs.
  const file = executable.replace(/ \(deleted\)$/, "");
  const own = byPackage(file) ?? versions.exec(file)?.[1];
  if (own !== undefined) return programs.get(own) ?? own;
  if (!interpreters.test(fileName(file))) return byName(file);
  const [called = "", ...words] = command;
  // A module of Python: what it is called is where it was installed.
  if (words[0] === "-m") return programs.get(words[1] ?? "");
  const script = scriptOf(words);
  const scriptFile = script === undefined ? undefined : resolve(script);
  if (scriptFile !== undefined) return byPackage(scriptFile) ?? byName(scriptFile);
  if (script !== undefined) return undefined;
  // Its title, or the link by which it was started.
  return programs.get(fileName(called.split(" ")[0] ?? ""));
}

function byPackage(path: string): string | undefined {
  const found = packageOf(path);
  return found === undefined ? undefined : packages.get(found);
}

/** Of what was installed for everybody to call: what lies anywhere is somebody's own. */
function byName(path: string): string | undefined {
  const name = fileName(path);
  return common.has(name) || !/\/bin\/[^/]+$/.test(path) ? undefined : programs.get(name);
}

/** `undefined` where the words name none: of `node -e …`, and of who has a title. */
function scriptOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => !word.startsWith("-"));
  const before = words.slice(0, Math.max(at, 0));
  // After these options no file follows, but a text or the name of a module.
  if (before.some((word) => /^-(e|p|c|m|-eval|-print)$/.test(word))) return undefined;
  return words[at];
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
