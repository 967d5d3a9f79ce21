import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AbsPath, systemCode, UnfError } from "@unf/core/base";

/** Memory on Linux, where there is room even when the disk is full. */
const inMemory = "/dev/shm";

/** Another program may write while its file is copied; it seldom does three times in a row. */
const triesMax = 3;

/**
 * Copies a timeline and its write-ahead log into a private directory: in memory where there is some,
 * or on disk. Disposing removes the copy; on Unix a connection that is open by then goes on reading
 * it. Throws `failed`.
 */
export function copyForReading(
  path: AbsPath,
  where: "memory" | "disk" = "memory",
): { readonly path: AbsPath } & Disposable {
  const place = where === "memory" && existsSync(inMemory) ? inMemory : tmpdir();
  const directory = mkdtempSync(join(place, "unf-read-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const copy = join(directory, "timeline.db") as AbsPath;
  try {
    if (where === "memory") copyOnce(path, copy);
    else copyStill(path, copy);
  } catch (thrown) {
    remove();
    const code = systemCode(thrown);
    if (code === undefined) throw thrown;
    throw new UnfError("failed", `cannot read the timeline ${path} (${code})`, { cause: thrown });
  }
  return { path: copy, [Symbol.dispose]: remove };
}

/** Files of one database that belong together. */
const ends = ["", "-wal", "-journal"];

function copyOnce(path: AbsPath, copy: AbsPath): void {
  for (const end of ends) {
    rmSync(`${copy}${end}`, { force: true });
    if (end === "" || existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
  }
}

/** Copies until nothing was written meanwhile: a file and a log of two moments make no sense. */
function copyStill(path: AbsPath, copy: AbsPath): void {
  const look = () =>
    ends
      .map((end) => statSync(`${path}${end}`, { bigint: true, throwIfNoEntry: false }))
      .map((stat) => (stat === undefined ? "none" : `${stat.ino} ${stat.size} ${stat.mtimeNs}`))
      .join();
  for (let tries = 1; ; tries += 1) {
    const before = look();
    copyOnce(path, copy);
    if (look() === before) return;
    if (tries < triesMax) continue;
    throw new UnfError("failed", `${path} is being written`, {
      hint: "stop the program that writes it, and try again",
    });
  }
}
