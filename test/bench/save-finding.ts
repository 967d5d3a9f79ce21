import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import type { Finding } from "./row.ts";
import { median, quantile, renderMs } from "./statistics.ts";

/** Between two saves: longer than rows gather for one commit, so that each finds an idle recorder. */
export const saveGapMs = 120;

/** Measures how long this disk takes to make one new file of 3 KB durable. Unit: ms. */
export function timeDurableWrite(path: string): number {
  const start = performance.now();
  const fd = openSync(path, "wx");
  writeSync(fd, Buffer.alloc(3000, "durable\n"));
  fsyncSync(fd);
  closeSync(fd);
  return performance.now() - start;
}

/** Describes the time from a save to something. */
export function saveFinding(
  work: string,
  samples: readonly number[],
  durableWrites: readonly number[],
  target?: { readonly medianMax: number; readonly p99Max: number },
): Finding {
  const [middle, p99] = [median(samples), quantile(samples, 0.99)];
  return {
    work,
    ours: `median ${renderMs(middle)}, p99 ${renderMs(p99)}, worst ${renderMs(Math.max(...samples))} (${samples.length} saves)`,
    yardstick: `a file of that size written and flushed: median ${renderMs(median(durableWrites))}, p99 ${renderMs(quantile(durableWrites, 0.99))}`,
    ratio: middle / median(durableWrites),
    target:
      target === undefined ? "none set" : `≤ ${target.medianMax} ms, p99 ≤ ${target.p99Max} ms`,
    isMet: target && middle <= target.medianMax && p99 <= target.p99Max,
    notes: [],
  };
}
