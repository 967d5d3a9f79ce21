import { writeSync } from "node:fs";

/** Writes one line to standard output at once, so that it is out before the program is killed. */
export function sayLine(line: unknown): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
