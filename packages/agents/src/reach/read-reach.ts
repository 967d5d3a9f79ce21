import type { AbsPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Reach } from "@unf/core/timeline";
import { absolutePath } from "../payload/absolute-path.ts";
import { parseShell } from "./parse-shell.ts";
import { decideWrites } from "./programs.ts";
import type { ShellCommand } from "./shell-script.ts";

/**
 * Reads what a shell command can write. `nothing` and `paths` are said only when that is certain,
 * whichever shell runs it; everything else is `shell`. A path that is a directory stands for all
 * that lies below it. Aliases and functions that replace a program of that name are not foreseen.
 */
export function readReach(command: string, cwd: AbsPath | null): Reach {
  const shell: Reach = { kind: "shell", command: command.slice(0, limits.agents.commandCharsMax) };
  const paths = readPaths(command, cwd);
  if (paths === undefined || paths.size > limits.agents.claimsMax) return shell;
  if (paths.size === 0) return { kind: "nothing" };
  return { kind: "paths", paths: [...paths].map((path) => ({ path })) };
}

function readPaths(text: string, cwd: AbsPath | null): ReadonlySet<AbsPath> | undefined {
  const script = text.length > scriptCharsMax ? undefined : parseShell(text);
  if (script === undefined) return undefined;
  const paths = new Set<AbsPath>();
  const place = new Place(cwd, script.ampersandOutput);
  for (const [index, command] of script.commands.entries()) {
    const writes = place.enter(command, script.commands[index + 1]) ?? writesOf(command);
    for (const write of writes ?? [unknown]) {
      const path = place.resolve(write);
      if (path === undefined) return undefined;
      if (path !== null) paths.add(path);
    }
  }
  return paths;
}

/** Reading a script is linear, yet nobody means longer ones to be understood. */
const scriptCharsMax = 64 * 1024;

/** Not a path: it resolves to nothing. */
const unknown = "";

function writesOf({ words, outputs, input }: ShellCommand): readonly string[] | undefined {
  if (outputs.some((output) => !output.literal)) return undefined;
  const own = words.length === 0 ? [] : decideWrites(words, input);
  return own === undefined ? undefined : [...own, ...outputs.map((output) => output.text)];
}

/** The directory in which each command of a list runs. */
class Place {
  /** `null`: it is not known for certain. */
  #cwd: AbsPath | null;
  #moved = false;
  readonly #mayRunBehind: boolean;

  constructor(cwd: AbsPath | null, mayRunBehind: boolean) {
    this.#cwd = cwd;
    this.#mayRunBehind = mayRunBehind;
  }

  /** Follows a `cd`, which writes nothing; `undefined` for any other command. */
  enter(command: ShellCommand, next: ShellCommand | undefined): readonly string[] | undefined {
    // After `cd a && b || c`, or `cd a; c`, nobody knows whether `c` runs in `a`.
    if (this.#moved && command.after !== "&&" && command.after !== "|") this.#cwd = null;
    const [program, directory, more] = command.words;
    if (program?.text !== "cd" || !program.literal) return undefined;
    const isPiped = command.after === "|" || next?.after === "|";
    const isCertain = directory?.literal === true && /^(\/|\.\/)/.test(directory.text);
    const isPlain = isCertain && !hasParent(directory.text) && more === undefined;
    this.#cwd =
      isPlain && !isPiped && !this.#mayRunBehind && command.after !== "||"
        ? (absolutePath(directory.text, this.#cwd) ?? null)
        : null;
    this.#moved = true;
    // Its redirections are opened before it moves.
    return command.outputs.filter(({ text }) => text !== "/dev/null").map(() => unknown);
  }

  /** A path that is written; `null` for none at all, `undefined` when it is not certain which. */
  resolve(path: string): AbsPath | null | undefined {
    if (path === "/dev/null") return null;
    // The kernel follows links before it goes up, so letters do not tell where `..` leads.
    if (hasParent(path) || /^\/(dev|proc|sys)(\/|$)/.test(path)) return undefined;
    const absolute = absolutePath(path, this.#cwd);
    return absolute === "/" || absolute === this.#cwd ? undefined : absolute;
  }
}

function hasParent(path: string): boolean {
  return path.split("/").includes("..");
}
