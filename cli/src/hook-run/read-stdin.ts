import { fstatSync, readSync } from "node:fs";
import type { MonoMs } from "@unf/core/base";
import { hearStdin, systemClock } from "@unf/system";

export interface StdinRead {
  readonly bytes: Uint8Array;
  /** Set when nothing had come by the first instant and something came after it: when it did. */
  readonly lateAt?: MonoMs;
}

/**
 * The first `bytesMax` of stdin, up to its end or to the instant; where nothing has come by then, up to
 * the later one. Where this process was kept waiting, what is in the pipe is read all the same.
 * `undefined` where stdin is neither a pipe nor a file: a terminal has nothing to say here.
 */
export async function readStdin(
  bytesMax: number,
  by: MonoMs,
  lateBy: MonoMs = by,
): Promise<StdinRead | undefined> {
  const stats = fstatSync(0);
  if (stats.isFile()) return { bytes: readFile(bytesMax) };
  if (!stats.isFIFO() && !stats.isSocket()) return undefined;
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isOver = false;
  let isLate = false;
  let lateAt: MonoMs | undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  hearStdin({
    // Bytes beyond are read, too: the agent's write must not fail.
    heard(bytes) {
      if (isLate && length === 0) lateAt = systemClock.mono();
      if (length < bytesMax) pieces.push(bytes);
      length += bytes.length;
    },
    ended: resolve,
  });
  using _alarm = systemClock.alarm(by, () => void readWaiting(true));
  using _late = systemClock.alarm(lateBy, () => void readWaiting(false));
  await promise;
  isOver = true;
  const bytes = Buffer.concat(pieces).subarray(0, bytesMax);
  return lateAt === undefined ? { bytes } : { bytes, lateAt };

  /** An alarm rings before the loop looks at the pipe: it looks until that brings nothing new. */
  async function readWaiting(mayComeLate: boolean): Promise<void> {
    for (let before = -1; before !== length && !isOver; ) {
      before = length;
      await systemClock.breathe();
    }
    isLate = length === 0;
    if (!isLate || !mayComeLate) resolve();
  }
}

function readFile(bytesMax: number): Uint8Array {
  const bytes = new Uint8Array(bytesMax);
  let length = 0;
  while (length < bytesMax) {
    const count = readSync(0, bytes, length, bytesMax - length, null);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
