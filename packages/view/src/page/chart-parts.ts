/** How much was changed in a part of the time, and by whom. */
export interface ChartBucket {
  readonly total: number;
  /** By agent. */
  readonly by: Readonly<Record<string, number>>;
  /** By people, as far as it is known. */
  readonly human: number;
  /** By nobody knows whom. */
  readonly unknown: number;
}

/** One part of each bar, by the author of what it stands for. */
export type ChartSeries =
  | { readonly is: "you" | "unknown" }
  | { readonly is: "agent"; readonly name: string };

/** Parts of the bars from the bottom up: people, agents by name, and the rest. */
export function chartSeries(buckets: readonly ChartBucket[]): ChartSeries[] {
  const names = [...new Set(buckets.flatMap(({ by }) => Object.keys(by)))].sort();
  const agents = names.map((name) => ({ is: "agent", name }) as const);
  const all: ChartSeries[] = [{ is: "you" }, ...agents, { is: "unknown" }];
  return all.filter((series) => buckets.some((bucket) => countOf(bucket, series) > 0));
}

/** Changes in a bucket that are of a series. */
export function countOf({ by, human, unknown }: ChartBucket, series: ChartSeries): number {
  if (series.is === "agent") return Object.hasOwn(by, series.name) ? (by[series.name] ?? 0) : 0;
  return series.is === "you" ? human : unknown;
}

/**
 * The height of a bar, as a part of the highest: its root, so that beside one change of thousands of files a
 * single one is still seen.
 */
export function barHeight(total: number, most: number): number {
  return most <= 0 ? 0 : Math.sqrt(total / most);
}
