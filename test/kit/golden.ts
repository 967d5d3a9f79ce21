import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

const directory = join(import.meta.dirname, "../golden");

/** Compares text with a file below `test/golden`; with `UPDATE_GOLDEN=1` it writes that anew. */
export function assertGoldenText(name: string, actual: string): void {
  const file = join(directory, name);
  if (process.env.UPDATE_GOLDEN === "1") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  const expected = readGoldenText(name);
  assert.equal(actual, expected, `test/golden/${name} differs; UPDATE_GOLDEN=1 writes it anew`);
}

/** The text as it was; empty where there is none. */
export function readGoldenText(name: string): string {
  const file = join(directory, name);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
