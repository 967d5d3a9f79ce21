import { presenceSpans } from "@unf/core/attribution";
import type { Steps, WallMs } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import { planBuckets } from "@unf/core/query";
import type { Zone } from "@unf/core/time";
import { inSteps } from "../parts/in-turn.ts";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { isToldByRename, readRenamedTo, readRowsInSteps } from "./rows.ts";
import type { Selection } from "./selection.ts";

/** How many versions were recorded when. */
export interface Histogram {
  /** Span of every bucket, as a person says it: `15 min`. */
  readonly step: string;
  /** Ascending; `end` is exclusive. */
  readonly buckets: readonly {
    readonly start: WallMs;
    readonly end: WallMs;
    readonly count: number;
  }[];
  readonly total: number;
  readonly from: WallMs;
  readonly to: WallMs;
}

/** Counts versions over the asked span, or from the first recorded one up to now. */
export async function readHistogram(
  asker: Pick<Asker, "breathe">,
  selection: Selection,
  { count, now, zone }: { readonly count: number; readonly now: WallMs; readonly zone: Zone },
): Promise<Histogram> {
  const to = selection.query.until ?? now;
  const from = selection.query.since ?? firstAt(selection.sources) ?? to;
  const { step, boundaries } = planBuckets({ from, to, count, zone });
  const counts = new Array<number>(boundaries.length - 1).fill(0);
  for (const source of selection.sources) {
    const own = await inSteps(asker, countRows(source, selection, boundaries));
    for (const [index, rows] of own.entries()) counts[index] = (counts[index] ?? 0) + rows;
  }
  const buckets = counts.map((rows, index) => ({
    start: boundaries[index] ?? from,
    end: boundaries[index + 1] ?? to,
    count: rows,
  }));
  return { step, buckets, total: counts.reduce((sum, rows) => sum + rows, 0), from, to };
}

/** All versions of a selection, on whichever page they are listed. */
export async function countVersions(
  asker: Pick<Asker, "breathe">,
  selection: Selection,
): Promise<number> {
  const { since = 0, until = Number.MAX_SAFE_INTEGER - 1 } = selection.query;
  const whole = [since, until + 1] as WallMs[];
  let sum = 0;
  for (const source of selection.sources) {
    const [count = 0] = await inSteps(asker, countRows(source, selection, whole));
    sum += count;
  }
  return sum;
}

function firstAt(sources: readonly ProjectReader[]): WallMs | undefined {
  const instants = sources.flatMap(({ timeline }) => timeline.facts().firstAt ?? []);
  return instants.length === 0 ? undefined : (Math.min(...instants) as WallMs);
}

function* countRows(
  source: ProjectReader,
  selection: Selection,
  boundaries: readonly WallMs[],
): Steps<number[]> {
  const { query, isCounted, trace } = selection;
  const oldest: SnapshotQuery = { ...query, order: "oldest" };
  // The timeline counts without reading rows; former names it does not know.
  if (!isCounted || trace.length > 1) {
    const instants: WallMs[] = [];
    for (const row of readRowsInSteps(source, selection, oldest)) {
      if (row !== undefined) instants.push(row.at);
      yield;
    }
    return countInstants(instants, boundaries);
  }
  const counts = yield* countAuthors(source, query, boundaries);
  if (query.departures === "hide" || query.interim) return counts;
  const hidden: WallMs[] = [];
  for (const row of source.timeline.findInSteps({ ...oldest, departures: "only" })) {
    const renamedTo = row && readRenamedTo(source, row);
    if (row !== undefined && renamedTo !== undefined && isToldByRename(selection, renamedTo))
      hidden.push(row.at);
    yield;
  }
  const less = countInstants(hidden, boundaries);
  return counts.map((count, index) => count - (less[index] ?? 0));
}

/** A person's rows and those of agents are never the same. */
function* countAuthors(
  source: ProjectReader,
  query: SnapshotQuery,
  boundaries: readonly WallMs[],
): Steps<number[]> {
  const wanted = query.author === undefined ? [] : [query.author].flat();
  if (!wanted.includes("human")) return yield* source.timeline.density(query, boundaries);
  const peoples = yield* countPeoples(source, { ...query, author: "human" }, boundaries);
  const author = wanted.filter((one) => one !== "human");
  if (author.length === 0) return peoples;
  const agents = yield* source.timeline.density({ ...query, author }, boundaries);
  return peoples.map((count, index) => count + (agents[index] ?? 0));
}

/** A row is a person's where no agent was about, which stands in no row. */
function* countPeoples(
  { timeline }: ProjectReader,
  query: SnapshotQuery,
  boundaries: readonly WallMs[],
): Steps<number[]> {
  const spans = presenceSpans(timeline.sessions({ limit: Number.MAX_SAFE_INTEGER }));
  const [first = 0] = boundaries;
  const end = boundaries.at(-1) ?? first;
  const edges = spans
    .flatMap(({ from, to }) => [from, to + 1])
    .filter((at) => at > first && at < end);
  const fine = [...new Set([...boundaries, ...edges])].sort((a, b) => a - b) as WallMs[];
  const counts = new Array<number>(boundaries.length - 1).fill(0);
  let [bucket, span] = [0, 0];
  const counted = yield* timeline.density(query, fine);
  for (const [index, rows] of counted.entries()) {
    const at = fine[index] ?? first;
    while (bucket < counts.length - 1 && at >= (boundaries[bucket + 1] ?? 0)) bucket += 1;
    while (span < spans.length && (spans[span]?.to ?? 0) < at) span += 1;
    if (at < (spans[span]?.from ?? Number.POSITIVE_INFINITY))
      counts[bucket] = (counts[bucket] ?? 0) + rows;
  }
  return counts;
}

function countInstants(instants: readonly WallMs[], boundaries: readonly WallMs[]): number[] {
  const counts = new Array<number>(boundaries.length - 1).fill(0);
  let bucket = 0;
  // Rows come in the order in which they were recorded.
  for (const at of instants.toSorted((a, b) => a - b)) {
    while (bucket < counts.length - 1 && at >= (boundaries[bucket + 1] ?? 0)) bucket += 1;
    if (at >= (boundaries[0] ?? 0)) counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}
