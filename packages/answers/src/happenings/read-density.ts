import type { WallMs } from "@unf/core/base";
import type { AuthorFilter } from "@unf/core/timeline";
import { type Histogram, readHistogram } from "../log/histogram.ts";
import type { Selection } from "../log/selection.ts";
import { instant } from "../parts/snapshot.ts";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
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
  const whole = await readHistogram(asker, selection, viewer);
  // Bounds of every histogram beside it, so that all have the same buckets.
  const query = { ...selection.query, since: whole.from as WallMs, until: whole.to as WallMs };
  const countOf = async (author: AuthorFilter) => {
    await asker.breathe?.();
    const own = { ...selection, query: { ...query, author } };
    return (await readHistogram(asker, own, viewer)).buckets;
  };
  /** Where no agent was ever about, a person's rows are what is left of those that were counted. */
  const countPeoples = async (): Promise<readonly { readonly count: number }[]> => {
    const isCounted = filters.authors.length === 0 && !selection.sources.some(hasAgents);
    if (!isCounted) return countOf("human");
    const [agents, unseen] = [await countOf("any-agent"), await countOf("unseen")];
    return whole.buckets.map(({ count: all }, index) => ({
      count: Math.max(0, all - (agents[index]?.count ?? 0) - (unseen[index]?.count ?? 0)),
    }));
  };
  const byAgent: { agent: string; buckets: Histogram["buckets"] }[] = [];
  for (const agent of agentsOf(selection, filters.authors))
    byAgent.push({ agent, buckets: await countOf({ agent }) });
  const byHuman = isMeant(filters.authors, "human") ? await countPeoples() : [];
  return {
    from: instant(whole.from),
    to: instant(whole.to),
    total: whole.total,
    buckets: whole.buckets.map(({ start, end, count: total }, index) => {
      const by = byAgent.flatMap(({ agent, buckets }): [string, number][] => {
        const rows = buckets[index]?.count ?? 0;
        return rows === 0 ? [] : [[agent, rows]];
      });
      const human = byHuman[index]?.count ?? 0;
      return {
        from: instant(start),
        to: instant(end),
        total,
        by: Object.fromEntries(by),
        human,
        // Rows that come meanwhile are counted by the later questions alone.
        unknown: Math.max(
          0,
          by.reduce((rest, [, rows]) => rest - rows, total - human),
        ),
      };
    }),
  };
}

function hasAgents({ timeline }: ProjectReader): boolean {
  return timeline.sessions({ limit: 1 }).length > 0;
}

function isMeant(authors: readonly string[], author: string): boolean {
  return authors.length === 0 || authors.includes(author);
}

/** Agents that worked in these projects, as far as the filter lets them through. */
function agentsOf({ sources }: Selection, authors: readonly string[]): readonly string[] {
  const names = sources.flatMap(({ timeline }) =>
    timeline.sessions({ limit: Number.MAX_SAFE_INTEGER }).map(({ agent }) => agent),
  );
  const isEach = isMeant(authors, "$all-agent");
  return [...new Set(names)].sort().filter((name) => isEach || authors.includes(name));
}
