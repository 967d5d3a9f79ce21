/** The value below which `share` (0 to 1) of the samples lie; of the sorted samples, the nearest one. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  return sorted[at] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  const high = sorted[sorted.length >> 1] ?? Number.NaN;
  return (low + high) / 2;
}

/** `1,234 ms (1,100–1,301)`: the median, and all there was. */
export function renderTimes(samples: readonly number[]): string {
  return `${renderMs(median(samples))} (${renderMs(Math.min(...samples), "")}–${renderMs(Math.max(...samples), "")}, ${samples.length} runs)`;
}

export function renderMs(ms: number, unit = " ms"): string {
  const digits = ms < 10 ? 2 : ms < 100 ? 1 : 0;
  return `${ms.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })}${unit}`;
}

/** Milliseconds that `work` takes. */
export async function clock(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs both by turns, so that whatever slows the machine down meanwhile slows both. Gives each one's ms. */
export async function interleave(
  rounds: number,
  ours: (round: number) => Promise<number>,
  yardstick: (round: number) => Promise<number>,
): Promise<{ readonly ours: number[]; readonly yardstick: number[] }> {
  const times = { ours: [] as number[], yardstick: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await ours(round));
    times.yardstick.push(await yardstick(round));
  }
  return times;
}
