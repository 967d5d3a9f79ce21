import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AbsPath, systemCode, UnfError } from "@unf/core";

/** Memory on Linux, where there is room even when the disk is full. */
const inMemory = "/dev/shm";

/**
 * Copies a timeline and its write-ahead log into a private directory. Disposing removes the copy;
 * on Unix a connection that is open by then goes on reading it. Throws `failed`.
 */
export function copyForReading(path: AbsPath): { readonly path: AbsPath } & Disposable {
  const directory = mkdtempSync(join(existsSync(inMemory) ? inMemory : tmpdir(), "unf-read-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const copy = join(directory, "timeline.db") as AbsPath;
  try {
    copyFileSync(path, copy);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
  } catch (thrown) {
    remove();
    const code = systemCode(thrown);
    if (code === undefined) throw thrown;
    throw new UnfError("failed", `cannot read the timeline ${path} (${code})`, { cause: thrown });
  }
  return { path: copy, [Symbol.dispose]: remove };
}
