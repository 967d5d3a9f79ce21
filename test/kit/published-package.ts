import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Makes the published package as `npm pack` makes it, built in a directory of its own; gives its folder. */
export function buildPackage(root: string): string {
  const folder = join(root, "package");
  for (const name of ["package.json", "bin", "README.md"]) {
    cpSync(join(repository, "cli", name), join(folder, name), { recursive: true });
  }
  cpSync(join(repository, "LICENSE"), join(folder, "LICENSE"));
  const build = join(repository, ".config/build.mjs");
  execFileSync(process.execPath, [build, "--out", join(folder, "dist")], { stdio: "pipe" });
  return folder;
}

/** Installs it as `npm install --global` does, below `prefix`. */
export function installPackage(folder: string, prefix: string): void {
  const [packed] = JSON.parse(npm(["pack", "--json"], folder));
  npm(["install", "--global", "--prefix", prefix, join(folder, packed.filename)], folder);
}

/** npm with its own configuration and cache, but no script of any package. */
export function npm(args: readonly string[], cwd: string): string {
  return execFileSync(
    "npm",
    [...args, "--ignore-scripts", "--prefer-offline", "--loglevel=error"],
    {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
    },
  );
}
