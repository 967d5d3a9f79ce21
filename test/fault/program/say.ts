import { writeSync } from "node:fs";
import { systemCode } from "@unf/core/base";

const waiting = new Int32Array(new SharedArrayBuffer(4));

/** Writes one line to standard output at once, so that it is out before the program is killed. */
export function sayLine(line: unknown): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0; at < bytes.length; ) at += write(bytes.subarray(at));
}

/** How many bytes the pipe took: none while whoever reads it is slow. */
function write(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch (thrown) {
    if (systemCode(thrown) !== "EAGAIN") throw thrown;
    Atomics.wait(waiting, 0, 0, 1);
    return 0;
  }
}
