/** How much was changed in a part of the time: `by` counts each agent, the rest is a person's or nobody knows whose. */
export interface ChartBucket {
  readonly total: number;
  readonly by: Readonly<Record<string, number>>;
}

/** Authors of a chart from the bottom up: the rest, as null, and then the agents by name. */
export function chartAuthors(buckets: readonly ChartBucket[]): (string | null)[] {
  const agents = [...new Set(buckets.flatMap(({ by }) => Object.keys(by)))].sort();
  const hasRest = buckets.some((bucket) => countBy(bucket, null) > 0);
  return hasRest ? [null, ...agents] : agents;
}

/** Changes of an author in a bucket; null means the rest. */
export function countBy({ total, by }: ChartBucket, author: string | null): number {
  if (author !== null) return Object.hasOwn(by, author) ? (by[author] ?? 0) : 0;
  return Math.max(0, total - Object.values(by).reduce((sum, n) => sum + n, 0));
}
