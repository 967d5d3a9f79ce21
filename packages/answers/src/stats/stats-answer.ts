import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import { timeFields } from "../scope/time.ts";
import type { Stats } from "./read-stats.ts";
import type { StatsAnswer } from "./shape.ts";

/** The answer: what the history of a project adds up to, and what stands beside its versions. */
export function statsAnswer(stats: Stats): StatsAnswer {
  const { selection, source, span, versions, kinds, added, removed, authors } = stats;
  const { since, until } = selection;
  const [day] = stats.days;
  const [hour] = stats.hours;
  return {
    ...pathFields("root", source.project.root),
    since: since === undefined ? null : timeFields(since),
    until: until === undefined ? null : timeFields(until),
    first_at: span === undefined ? null : instant(span.from),
    last_at: span === undefined ? null : instant(span.to),
    ...{ versions, files: stats.files.length, kinds: { ...kinds }, added, removed },
    authors: [...authors],
    busiest_day: day === undefined ? null : { day: day.name, versions: day.versions },
    busiest_hour: hour === undefined ? null : { hour: Number(hour.name), versions: hour.versions },
    most_changed: stats.files
      .slice(0, stats.limit)
      .map(({ name, versions: count }) => ({ ...pathFields("path", name), versions: count })),
    ...beside(stats),
  };
}

/** Of the span that was asked for, else of all that is known. */
function beside({
  selection: { query },
  source: { timeline },
}: Stats): Pick<StatsAnswer, "sessions" | "turns" | "checkpoints" | "operations" | "gaps"> {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = query;
  const isWithin = (at: number) => at >= since && at <= until;
  const all = { limit: Number.MAX_SAFE_INTEGER };
  const gaps = timeline
    .gaps()
    .map(({ from, to }) => Math.min(to, until) - Math.max(from, since))
    .filter((ms) => ms >= 0);
  return {
    sessions: timeline.sessions(all).filter(({ startedAt }) => isWithin(startedAt)).length,
    turns: timeline.turns(all).filter(({ startedAt }) => isWithin(startedAt)).length,
    checkpoints: timeline.checkpoints().filter(({ at }) => isWithin(at)).length,
    operations: timeline
      .operations(all.limit)
      .filter(({ startedAt, state }) => state !== "abandoned" && isWithin(startedAt)).length,
    gaps: { count: gaps.length, ms: gaps.reduce((sum, ms) => sum + ms, 0) },
  };
}
