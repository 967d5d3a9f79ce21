import { existsSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { isCarried, ownExecutable, wordFor } from "../runtime/one-file.ts";
import { sentinelOptions } from "./node-options.ts";
import { launcherPath, programPath } from "./programs.ts";

/** Files that start unf. Where both are the same one, that runs by itself; else the first runs the second. */
interface OwnFiles {
  readonly node: string;
  readonly program: string;
}

/** The files behind a person's `unf`, by names that the next version will have, too, where there are such. */
export function ownProgram(): OwnFiles {
  const node = lastingName(ownExecutable);
  const program = launcherPath();
  return isCarried(program) ? { node, program: node } : { node, program };
}

/** The same for the sentinel, with the words between. */
export function ownSentinel(): OwnFiles & { readonly options: readonly string[] } {
  const node = lastingName(ownExecutable);
  const program = programPath("sentinel");
  if (isCarried(program)) return { node, program: node, options: [wordFor(program)] };
  return { node, program, options: sentinelOptions(program) };
}

/** Directories in which an upgrade keeps names, for what they lead to. */
const lastingDirectories = [
  "/usr/bin",
  "/usr/local/bin",
  "/opt/homebrew/bin",
  "/home/linuxbrew/.linuxbrew/bin",
];

function lastingName(file: string): string {
  const names = lastingDirectories.map((directory) => join(directory, basename(file)));
  return names.find((name) => existsSync(name) && realpathSync(name) === file) ?? file;
}
