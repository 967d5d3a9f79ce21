import { readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type AbsPath, type RelPath, systemCode } from "@unf/core/base";
import type { OuterIgnoreFile } from "@unf/core/filter";
import type { FileSystem } from "@unf/core/ports";
import { readIgnoreFile } from "./read-ignore-file.ts";

/**
 * The user's global git excludes: `core.excludesFile`, else git's default place. Asks git when it
 * is installed; without git the default place counts.
 */
export function readGlobalExcludes(
  fs: Pick<FileSystem, "read">,
  env: Readonly<Record<string, string | undefined>>,
): readonly OuterIgnoreFile[] {
  const file = (mayBeSet(env) ? askGit(env) : undefined) ?? defaultFile(env);
  const place = resolveLinks(file);
  const content = place === undefined ? undefined : readIgnoreFile(fs, place);
  return content === undefined ? [] : [{ name: file, content, prefix: "" as RelPath }];
}

/** People keep it elsewhere and link to it. */
function resolveLinks(file: string): AbsPath | undefined {
  try {
    return realpathSync(file) as AbsPath;
  } catch (thrown) {
    // Not there, not reachable, a link to itself: git does without it as well.
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}

/**
 * False where git has no such setting: no file of the user's settings has the word, or takes in
 * another file. To start git costs as much as all else that a program does to open a project.
 */
function mayBeSet(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.HOME === undefined) return true;
  return [join(env.HOME, ".gitconfig"), join(configDirectory(env), "git", "config")].some(mentions);
}

function mentions(file: string): boolean {
  try {
    return /excludesfile|include/i.test(readFileSync(file, "latin1"));
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === undefined) throw thrown;
    return !["ENOENT", "ENOTDIR"].includes(code);
  }
}

function askGit(env: Readonly<Record<string, string | undefined>>): string | undefined {
  // By itself `--global` leaves out what the file includes.
  const words = ["config", "--global", "--includes", "--path", "--get", "core.excludesFile"];
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const asked = spawnSync("git", words, {
    env: { HOME: env.HOME, PATH: env.PATH, XDG_CONFIG_HOME: env.XDG_CONFIG_HOME },
    encoding: "utf8",
    timeout: 2000,
    cwd: "/",
  });
  return asked.status === 0 && asked.stdout.trim() !== "" ? asked.stdout.trim() : undefined;
}

function defaultFile(env: Readonly<Record<string, string | undefined>>): string {
  return join(configDirectory(env), "git", "ignore");
}

function configDirectory(env: Readonly<Record<string, string | undefined>>): string {
  const config = env.XDG_CONFIG_HOME;
  return config === undefined || config === "" ? join(env.HOME ?? homedir(), ".config") : config;
}
