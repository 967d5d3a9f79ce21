import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { OuterIgnoreFile, RelPath } from "@unf/core";

/**
 * The user's global git excludes: `core.excludesFile`, else git's default place. Asks git when it
 * is installed; without git the default place counts.
 */
export function readGlobalExcludes(
  env: Readonly<Record<string, string | undefined>>,
): readonly OuterIgnoreFile[] {
  const file = askGit(env) ?? defaultFile(env);
  if (!existsSync(file)) return [];
  return [{ name: file, content: readFileSync(file), prefix: "" as RelPath }];
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
