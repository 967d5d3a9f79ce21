import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtDirectory } from "./programs.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/**
 * Makes the published package as `npm pack` makes it, in a directory of its own; gives its folder. The
 * programs in it are the bundles that all tests run, made anew when a source is younger.
 */
export function buildPackage(root: string): string {
  const folder = join(root, "package");
  for (const name of ["package.json", "bin", "README.md"]) {
    cpSync(join(repository, "cli", name), join(folder, name), { recursive: true });
  }
  cpSync(join(repository, "LICENSE"), join(folder, "LICENSE"));
  const dist = builtDirectory();
  const executable = join(dist, "package");
  cpSync(dist, join(folder, "dist"), { recursive: true, filter: (path) => path !== executable });
  return folder;
}

/** The package that `npm pack` made of such a folder. */
export interface PackedPackage {
  /** Path of the archive. */
  readonly archive: string;
  /** Names of the files in it, sorted. */
  readonly names: readonly string[];
}

export function packPackage(folder: string): PackedPackage {
  const [packed] = JSON.parse(npm(["pack", "--json"], folder));
  return {
    archive: join(folder, packed.filename),
    names: packed.files.map(({ path }: { path: string }) => path).sort(),
  };
}

/** Installs an archive as `npm install --global` does, below `prefix`. */
export function installPackage({ archive }: PackedPackage, prefix: string): void {
  npm(["install", "--global", "--prefix", prefix, archive], dirname(archive));
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
