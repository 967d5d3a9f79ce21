import { readHistogram } from "../log/histogram.ts";
import { instant } from "../parts/snapshot.ts";
import type { Asker } from "../ports/asker.ts";
import { viewerOf } from "../scope/open-scope.ts";
import type { DensityQuestion } from "./question.ts";
import { openFiltered } from "./read-happenings.ts";
import type { DensityAnswer } from "./shape.ts";

/**
 * Counts versions over the asked span, or from the first recorded one up to now, and those of each agent
 * and of a person apart.
 */
export async function readDensity(
  asker: Asker,
  { buckets: count, ...filters }: DensityQuestion,
): Promise<DensityAnswer> {
  const selection = await openFiltered(asker, filters, await asker.openHome());
  const viewer = { count, ...viewerOf(asker) };
  const { from, to, total, buckets } = await readHistogram(asker, selection, viewer);
  return {
    from: instant(from),
    to: instant(to),
    total,
    buckets: buckets.map(({ start, end, count: all, human, agents }) => {
      const by = [...agents].sort(([a], [b]) => (a < b ? -1 : 1));
      return {
        from: instant(start),
        to: instant(end),
        total: all,
        by: Object.fromEntries(by),
        human,
        unknown: by.reduce((rest, [, rows]) => rest - rows, all - human),
      };
    }),
  };
}
