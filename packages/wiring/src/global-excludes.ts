import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  type AbsPath,
  type FileSystem,
  type OuterIgnoreFile,
  type RelPath,
  systemCode,
} from "@unf/core";
import { readIgnoreFile } from "./read-ignore-file.ts";

/**
 * The user's global git excludes: `core.excludesFile`, else git's default place. Asks git when it
 * is installed; without git the default place counts.
 */
export function readGlobalExcludes(
  fs: Pick<FileSystem, "read">,
  env: Readonly<Record<string, string | undefined>>,
): readonly OuterIgnoreFile[] {
  const file = askGit(env) ?? defaultFile(env);
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

function askGit(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const asked = process
    .getBuiltinModule("node:child_process")
    .spawnSync("git", ["config", "--global", "--path", "--get", "core.excludesFile"], {
      env: { HOME: env.HOME, PATH: env.PATH, XDG_CONFIG_HOME: env.XDG_CONFIG_HOME },
      encoding: "utf8",
      timeout: 2000,
      cwd: "/",
    });
  return asked.status === 0 && asked.stdout.trim() !== "" ? asked.stdout.trim() : undefined;
}

function defaultFile(env: Readonly<Record<string, string | undefined>>): string {
  const config = env.XDG_CONFIG_HOME;
  const base =
    config === undefined || config === "" ? join(env.HOME ?? homedir(), ".config") : config;
  return join(base, "git", "ignore");
}
