import { closeSync, openSync, unlinkSync, writeSync } from "node:fs";
import { type AbsPath, encodePath, systemCode, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";

/** Writes a file that must not exist: no command of unf writes over what it has not recorded. */
export function writeNewFile(path: AbsPath, pieces: Iterable<Uint8Array>): void {
  const file = openNew(path);
  try {
    for (const piece of pieces) {
      for (let from = 0; from < piece.length; ) from += writeSync(file, piece, from);
    }
  } catch (thrown) {
    // Half an archive looks like a whole one.
    unlinkSync(Buffer.from(encodePath(path)));
    throw thrown;
  } finally {
    closeSync(file);
  }
}

function openNew(path: AbsPath): number {
  try {
    return openSync(Buffer.from(encodePath(path)), "wx");
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === "ENOENT" || code === "ENOTDIR") {
      throw new UnfError("not_found", `there is no directory for ${escapeForDisplay(path)}`);
    }
    if (code !== "EEXIST") throw thrown;
    throw new UnfError("refused", `${escapeForDisplay(path)} exists already`, {
      hint: "name a new file after --output",
    });
  }
}
