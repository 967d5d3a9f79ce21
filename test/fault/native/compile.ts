import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";

/** Compiles a C file of this folder to `output`; when that cannot be done here, says why. */
export function compile(
  source: string,
  output: string,
  flags: readonly string[],
): string | undefined {
  if (process.platform !== "linux") return "needs Linux";
  const path = join(import.meta.dirname, source);
  const args = [...flags, "-O2", "-Wall", "-Werror", "-o", output, path];
  const { status, stderr, error } = spawnSync("cc", args, { encoding: "utf8" });
  if (error !== undefined) return "there is no C compiler (cc)";
  if (status !== 0) throw new Error(`${source} does not compile:\n${stderr}`);
  return undefined;
}
