import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The programs as they are published, made from the sources of this moment. */
export interface Bundle extends Disposable {
  /** The file that `unf` starts. */
  readonly launcher: string;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Bundles the programs beside the repository's dependencies. */
export function buildBundle(): Bundle {
  const cache = join(repository, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(join(cache, "bench-"));
  const build = join(repository, ".config/build.mjs");
  try {
    execFileSync(process.execPath, [build, "--out", join(directory, "dist")], { stdio: "pipe" });
  } catch (thrown) {
    rmSync(directory, { recursive: true });
    throw thrown;
  }
  cpSync(join(repository, "cli/bin"), join(directory, "bin"), { recursive: true });
  return {
    launcher: join(directory, "bin/unf.js"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  };
}
