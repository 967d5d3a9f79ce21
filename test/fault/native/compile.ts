import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** Programs that were compiled before, each by the digest of all that it is made of. */
const kept = join(import.meta.dirname, "../../../node_modules/.cache/test-programs");

/** Compiles a C file of this folder to `output`; when that cannot be done here, says why. */
export function compile(
  source: string,
  output: string,
  flags: readonly string[],
): string | undefined {
  if (process.platform !== "linux") return "needs Linux";
  const path = join(import.meta.dirname, source);
  const all = [...flags, "-O2", "-Wall", "-Werror"];
  const digest = createHash("sha256").update(readFileSync(path)).update(all.join(" "));
  const program = join(kept, `${source}-${digest.digest("hex").slice(0, 32)}`);
  if (!existsSync(program)) {
    mkdirSync(kept, { recursive: true });
    const unfinished = `${program}.${process.pid}.new`;
    const args = [...all, "-o", unfinished, path];
    const { status, stderr, error } = spawnSync("cc", args, { encoding: "utf8" });
    if (error !== undefined) return "there is no C compiler (cc)";
    if (status !== 0) throw new Error(`${source} does not compile:\n${stderr}`);
    renameSync(unfinished, program);
  }
  copyFileSync(program, output);
  return undefined;
}
