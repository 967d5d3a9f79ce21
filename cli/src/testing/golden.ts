import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const directory = fileURLToPath(new URL("../../../test/golden/", import.meta.url));

/**
 * Compares text with a file below `test/golden`. With `UPDATE_GOLDEN=1` in the environment it writes
 * the file instead; look at the difference before you commit it.
 */
export function assertGolden(name: string, actual: string): void {
  const file = join(directory, name);
  if (process.env.UPDATE_GOLDEN === "1") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  const expected = existsSync(file) ? readFileSync(file, "utf8") : "";
  assert.equal(actual, expected, `test/golden/${name} differs; UPDATE_GOLDEN=1 writes it anew`);
}
